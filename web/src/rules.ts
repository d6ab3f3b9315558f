// The rules pages: each card and term by its word of the notation, each clause by its id.
import { computed, signal } from "@preact/signals";
import { gameOf } from "./games";
import { type Block, blocks } from "./markdown";
import { gameAtHand, language, say } from "./words";

export interface Term {
  title: string;
  /** The other columns of its row, each with its heading: "BTL", "3". */
  facts: [string, string][];
}

export interface Rules {
  game: string;
  blocks: Block[];
  terms: Map<string, Term>;
  clauses: Map<string, string>;
}

const NOTATION = ["Notation", "表記"];

function terms(all: Block[]): Map<string, Term> {
  const found = new Map<string, Term>();
  for (const block of all) {
    if (block.type !== "table") continue;
    const column = block.head.findIndex((name) => NOTATION.includes(name));
    if (column !== 1) continue;
    for (const row of block.rows) {
      const facts = row.map((cell, i): [string, string] => [
        block.head[i] ?? "",
        cell.replace(/\s*[(（](assumed|推定)[)）]/g, ""),
      ]);
      found.set((row[column] ?? "").replace(/`/g, ""), {
        title: row[0] ?? "",
        facts: facts.slice(2),
      });
    }
  }
  return found;
}

function clauses(all: Block[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const block of all)
    if (block.type === "list")
      for (const item of block.items) {
        const match = /^\*\*([A-Z]+\d+)\*\* (.*)$/.exec(item);
        if (match) found.set(match[1] ?? "", match[2] ?? "");
      }
  return found;
}

export function readRules(game: string, source: string): Rules {
  const all = blocks(source);
  return { game, blocks: all, terms: terms(all), clauses: clauses(all) };
}

/** The page of the game that is shown, in the chosen language. */
export const rules = signal<Rules | undefined>(undefined);

const pages = new Map<string, Promise<Rules>>();

export function loadRules(game: string): Promise<Rules> {
  const path = `/text/${language.value}/${game}.md`;
  const page =
    pages.get(path) ??
    fetch(path).then(async (answer) => {
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return readRules(game, await answer.text());
    });
  pages.set(path, page);
  page.catch(() => pages.delete(path));
  return page;
}

export function term(word: string): Term | undefined {
  return rules.value?.terms.get(word);
}

/** The server's names for the cards of the game that is shown. */
const kindTitles = computed(() =>
  Object.fromEntries((gameOf(gameAtHand.value)?.kinds ?? []).map(({ id, title }) => [id, title])),
);

/** The card's name: that of the rules page, or the server's, since not every rules page has a table
 * of cards. */
export function title(word: string): string {
  return term(word)?.title ?? kindTitles.value[word] ?? word.replaceAll("_", " ");
}

/** The column that tells in words what the card does: the last one with words. */
const prose = (facts: [string, string][]): [string, string] | undefined =>
  facts.filter(([, value]) => /\p{L}{2}/u.test(value)).at(-1);

/** What the card does, in the words of the rules page. */
export function effect(word: string): string {
  return prose(term(word)?.facts ?? [])?.[1].replace(/[`*]/g, "") ?? "";
}

/** The facts to show about a card at a table for so many players: first what it does, then its
 * numbers. */
export function told({ facts }: Term, players: number | undefined): [string, string][] {
  const words: Record<string, string> = { BTL: say("battle"), HNR: say("honour") };
  const shown: [string, string][] = [];
  const first = prose(facts);
  for (const [name, value] of first ? [first, ...facts.filter((one) => one !== first)] : facts) {
    if (!value || value === "-") continue;
    // "Copies (2-3)" is for tables of two or three players.
    const [, plain = name, from, to = from] =
      /^(.*?)\s*[(（](\d)(?:[-〜～](\d))?(?: players|人)?[)）]$/.exec(name) ?? [];
    if (from && players && (players < Number(from) || players > Number(to))) continue;
    shown.push([words[name] ?? (players ? plain : name), value]);
  }
  return shown;
}

/** The value in one of the columns after the notation, counted from 0. */
export function fact(word: string, column: number): string {
  return term(word)?.facts[column]?.[1] ?? "";
}
