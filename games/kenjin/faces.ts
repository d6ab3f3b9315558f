// Kenjin: how its cards look.
import type { Face, Tint } from "../../web/src/parts/card";
import { fact } from "../../web/src/rules";
import { say } from "../../web/src/words";

const tints: Record<string, Tint> = {
  scout: "wisteria",
  shugenja: "wisteria",
  general: "indigo",
  assassin: "beni",
  ashigaru: "slate",
  lord: "gold",
  archer: "beni",
  samurai: "beni",
  brute: "slate",
  peasant: "matcha",
};

const words = (): Record<string, string> => ({
  scout: say("Turns up a card facing him"),
  shugenja: say("Looks at any face-down card"),
  general: say("Sends your hidden card elsewhere"),
  assassin: say("Takes a hidden enemy's place"),
  lord: say("+1 per card above; 3 points"),
  archer: say("Shoots a Samurai first"),
  samurai: say("Kills Peasants, Brute, Ashigaru"),
  peasant: say("1 point if one survives"),
});

/** A number, or "2+" for what can grow. */
function strength(kind: string): string {
  const text = fact(kind, 2);
  return /^\d+$/.test(text) ? text : `${Number.parseInt(text, 10) || 0}+`;
}

export function faces(kind: string): Face {
  return {
    tint: tints[kind] ?? "slate",
    badges: [{ icon: "sword", value: strength(kind), label: say("strength") }],
    words: words()[kind],
  };
}
