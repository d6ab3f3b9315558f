// What the rules pages say: every card and term by its word of the notation, every clause by its
// id.
import { signal } from "@preact/signals";
import { type Block, blocks } from "./markdown";
import { language, say } from "./words";

export interface Term {
  title: string;
  /** The other columns of its row: "BTL", "3". */
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

/** The page of the game at hand, in the language at hand. */
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

/** What the server calls the cards of the game at hand. */
export const kindTitles = signal<Record<string, string>>({});

/** The card's name, as the rules page has it; not every game has a table of its cards there. */
export function title(word: string): string {
  return term(word)?.title ?? kindTitles.value[word] ?? word.replaceAll("_", " ");
}

/** The column that says in words what it does: the last one. */
const prose = (facts: [string, string][]): [string, string] | undefined =>
  facts.filter(([, value]) => /\p{L}{2}/u.test(value)).at(-1);

/** What it does, as the rules page has it. */
export function effect(word: string): string {
  return prose(term(word)?.facts ?? [])?.[1].replace(/[`*]/g, "") ?? "";
}

/** What is to be told of it at a table of so many: what it does first, then its numbers, in the
 * words of the cards. */
export function told({ facts }: Term, players: number | undefined): [string, string][] {
  const words: Record<string, string> = { BTL: say("battle"), HNR: say("honour") };
  const shown: [string, string][] = [];
  const first = prose(facts);
  for (const [name, value] of first ? [first, ...facts.filter((one) => one !== first)] : facts) {
    if (!value || value === "-") continue;
    // "Copies (2-3)" is of tables of two or three.
    const [, plain = name, from, to = from] =
      /^(.*?)\s*[(（](\d)(?:[-〜～](\d))?(?: players|人)?[)）]$/.exec(name) ?? [];
    if (from && players && (players < Number(from) || players > Number(to))) continue;
    shown.push([words[name] ?? (players ? plain : name), value]);
  }
  return shown;
}

/** The value of one of its columns, counted after the notation. */
export function fact(word: string, column: number): string {
  return term(word)?.facts[column]?.[1] ?? "";
}
