// Reads the rules pages into blocks. It knows only the Markdown that they use.

export type Block =
  | { type: "heading"; level: number; text: string; id: string }
  | { type: "paragraph"; text: string }
  | { type: "list"; ordered: boolean; items: string[] }
  | { type: "table"; head: string[]; rows: string[][] }
  | { type: "code"; text: string };

export type Inline =
  | { type: "text" | "strong" | "code"; text: string }
  | { type: "link"; text: string; to: string };

const ITEM = /^(?:[-*]|\d+\.) +/;

function cells(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

export function blocks(source: string): Block[] {
  const found: Block[] = [];
  const lines = source.split("\n");
  let at = 0;
  const take = (while_: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && while_(lines[at] ?? "")) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      const text = heading[2] ?? "";
      found.push({
        type: "heading",
        level: heading[1]?.length ?? 1,
        text,
        id: text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
      });
      at++;
    } else if (line.startsWith("```")) {
      at++;
      found.push({ type: "code", text: take((one) => !one.startsWith("```")).join("\n") });
      at++;
    } else if (line.startsWith("|")) {
      const rows = take((one) => one.startsWith("|")).map(cells);
      found.push({ type: "table", head: rows[0] ?? [], rows: rows.slice(2) });
    } else if (ITEM.test(line)) {
      const items: string[] = [];
      for (const one of take((next) => ITEM.test(next) || /^\s+\S/.test(next)))
        if (ITEM.test(one)) items.push(one.replace(ITEM, ""));
        else items.push(`${items.pop() ?? ""} ${one.trim()}`);
      found.push({ type: "list", ordered: /^\d/.test(line), items });
    } else if (line.trim() === "" || line.startsWith("<!--")) {
      at++;
    } else {
      const text = take((one) => one.trim() !== "" && !/^(#|\||```)/.test(one) && !ITEM.test(one));
      found.push({ type: "paragraph", text: text.join(" ") });
    }
  }
  return found;
}

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let last = 0;
  for (const match of text.matchAll(/\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g)) {
    if (match.index > last) found.push({ type: "text", text: text.slice(last, match.index) });
    if (match[1] !== undefined) found.push({ type: "strong", text: match[1] });
    else if (match[2] !== undefined) found.push({ type: "code", text: match[2] });
    else found.push({ type: "link", text: match[3] ?? "", to: match[4] ?? "" });
    last = match.index + match[0].length;
  }
  if (last < text.length) found.push({ type: "text", text: text.slice(last) });
  return found;
}
