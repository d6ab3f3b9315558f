// Pictures: SVG symbols that are put into the page once and used by their ids.
import { scenes } from "tenka:games";
import common from "../art.svg";

const there = new Set<string>();

/** Puts the symbols of an SVG file into the page. */
export function addArt(svg: string): void {
  if (there.has(svg)) return;
  there.add(svg);
  const holder = document.createElement("div");
  holder.className = "art";
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = svg;
  document.body.append(holder);
}

addArt(common);
addArt(scenes);

/** A picture that is only decoration: everything it shows is also in the text next to it. */
export function Picture({ id, class: name }: { id: string; class?: string }) {
  return (
    <svg class={name ?? "picture"} aria-hidden="true" focusable="false">
      <use href={`#${id}`} />
    </svg>
  );
}

export function Icon({ name }: { name: string }) {
  return <Picture id={`icon-${name}`} class="icon" />;
}

/** The picture of a game, cropped to fill its frame. */
export function Scene({ game }: { game: string }) {
  return (
    <svg
      class="scene"
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <use href={`#scene-${game}`} width="320" height="180" />
    </svg>
  );
}
