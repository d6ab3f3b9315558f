// Cards without pictures: the letters and the group of each kind, from the titles of all kinds.

const NUMBER = /\s*\p{N}+$/u;
const start = (title: string, length: number): string => [...title].slice(0, length).join("");

/** What tells titles with the same beginning apart: the number at the end, the first letter of the
 * last word, or the last letter of the only word. */
function ending(title: string): string {
  const number = NUMBER.exec(title)?.[0].trim();
  const last = title.split(" ").at(-1) ?? "";
  return number ?? (last === title ? last.slice(-1) : start(last, 1));
}

/** The shortest way comes first. */
const WAYS: ((title: string) => string)[] = [
  (title) => start(title, 2),
  (title) => start(title, 1) + ending(title),
  (title) => start(title.replace(NUMBER, ""), 2) + ending(title),
];

/** Two or more letters for each title. Only titles that would share them take a longer way. */
export function letters(titles: string[]): string[] {
  let found = titles.map(() => "");
  for (const way of WAYS) {
    const shared = found.map((one) => found.filter((other) => other === one).length > 1);
    found = titles.map((title, i) => (shared[i] || !found[i] ? way(title) : (found[i] ?? "")));
  }
  return found;
}

/** The group of each title, from 0: titles with the same first word, without its number, are a
 * group. */
export function groups(titles: string[]): number[] {
  const words = titles.map((title) => title.replace(NUMBER, "").split(" ")[0] ?? "");
  const all = [...new Set(words)];
  return words.map((word) => all.indexOf(word));
}
