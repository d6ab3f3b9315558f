// Writes the type of a game's position, from the table of fields.
// Usage: tenka games GAME --json | node types.mjs
import { readFileSync } from "node:fs";

const [game] = JSON.parse(readFileSync(0, "utf8"));
const union = (names) => names.map((name) => JSON.stringify(name)).join(" | ");

function element({ type, names, by }) {
  switch (type) {
    case "number":
      return "number";
    case "name":
      return by ? "string" : union(names); // code may look for any word in a list
    case "seat":
      return "Seat"; // or "-"
    case "kind":
      return by ? "string" : 'Kind | "-"';
    case "pile":
      return "Pile";
    case "zone":
      return "Card[]";
    default:
      return "string"; // seats as in "AC", a viewer
  }
}

function type(field) {
  const one = element(field);
  const lists = field.by.split(" ").filter(Boolean).length;
  return one + "[]".repeat(lists);
}

/** The line of a field. A union that is too long for one line is put on several. */
function line(field) {
  const name = /^\w+$/.test(field.name) ? field.name : JSON.stringify(field.name);
  const whole = `  ${name}: ${type(field)};`;
  return whole.length <= 100
    ? whole
    : whole.replace(": ", ":\n    | ").replaceAll(/(?<=") \| /g, "\n    | ");
}

const lines = game.fields.filter(({ name }) => !["players", "viewer"].includes(name)).map(line);
const uses = ["Card", "Pile", "Position", "Seat"].filter(
  (name) => name === "Position" || lines.some((line) => new RegExp(`\\b${name}\\b`).test(line)),
);
const origin = "Made by web/types.mjs from the table of fields";
console.log(`// ${origin}; './test --bless ${game.id}' writes it anew.
import type { ${uses.join(", ")} } from "../../web/src/protocol";

export type Kind =
${game.kinds.map(({ id }) => `  | ${JSON.stringify(id)}`).join("\n")};
${
  game.places.length > 0
    ? `
export type Place =
${game.places.map((id) => `  | ${JSON.stringify(id)}`).join("\n")};
`
    : ""
}
export interface View extends Position {
${lines.join("\n")}
}`);
