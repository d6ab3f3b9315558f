// The rules pages, with a search.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { games, titleOf } from "../games";
import type { Block } from "../markdown";
import { Inlines } from "../parts/tip";
import { fragment, useTitle } from "../route";
import { loadRules, type Rules } from "../rules";
import { language, say, tell } from "../words";

/** A function that highlights the words in a text. */
function marking(words: string[]): (text: string) => ComponentChildren {
  if (words.length === 0) return (text) => text;
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
    "gi",
  );
  return (text) =>
    text.split(pattern).map((piece, i) => (i % 2 ? <mark key={i}>{piece}</mark> : piece));
}

function BlockView({ block, show }: { block: Block; show: (text: string) => ComponentChildren }) {
  if (block.type === "heading") {
    if (block.level === 1) return <h1 id={block.id}>{block.text}</h1>;
    return block.level === 2 ? (
      <h2 id={block.id}>{block.text}</h2>
    ) : (
      <h3 id={block.id}>{block.text}</h3>
    );
  }
  if (block.type === "paragraph")
    return (
      <p>
        <Inlines text={block.text} show={show} />
      </p>
    );
  if (block.type === "code") return <pre>{show(block.text)}</pre>;
  if (block.type === "list") {
    const items = block.items.map((item, i) => (
      <li key={i} id={/^\*\*([A-Z]+\d+)\*\*/.exec(item)?.[1]}>
        <Inlines text={item} show={show} />
      </li>
    ));
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={block.head[0]}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, i) => (
              <th key={i} scope="col">
                <Inlines text={cell} show={show} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, k) => (
                <td key={k}>
                  <Inlines text={cell} show={show} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The number of items, rows and paragraphs. */
function places(found: Block[]): number {
  const size = (block: Block) =>
    block.type === "heading"
      ? 0
      : block.type === "list"
        ? block.items.length
        : block.type === "table"
          ? block.rows.length
          : 1;
  return found.reduce((sum, block) => sum + size(block), 0);
}

/** The parts of the page that contain all words: items of lists, rows of tables, paragraphs. */
export function search(all: Block[], text: string): Block[] {
  const words = wordsOf(text);
  const has = (piece: string) => words.every((word) => piece.toLowerCase().includes(word));
  const found: Block[] = [];
  let heading: Block | undefined;
  const add = (block: Block) => {
    if (heading) found.push(heading);
    heading = undefined;
    found.push(block);
  };
  for (const block of all) {
    if (block.type === "heading") heading = block.level > 1 ? block : undefined;
    else if (block.type === "list") {
      const items = block.items.filter(has);
      if (items.length > 0) add({ ...block, ordered: false, items });
    } else if (block.type === "table") {
      const rows = block.rows.filter((row) => has(row.join(" ")));
      if (rows.length > 0) add({ ...block, rows });
    } else if (has(block.text)) add(block);
  }
  return found;
}

function GameLinks({ id }: { id: string }) {
  return (
    <nav class="rules-games" aria-label={say("Games")}>
      {games.value.map((one) => (
        <a key={one.id} href={`/rules/${one.id}`} aria-current={one.id === id ? "page" : undefined}>
          {one.title}
        </a>
      ))}
    </nav>
  );
}

function Contents({ blocks }: { blocks: Block[] }) {
  return (
    <nav class="contents" aria-label={say("Contents")}>
      <ul>
        {blocks.map(
          (block) =>
            block.type === "heading" && (
              <li key={block.id}>
                <a href={`#${block.id}`}>{block.text}</a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

/** The rules page of a game: undefined while it is loading; `wrong` if there is none. */
function useRules(id: string): { page: Rules | undefined; wrong: boolean } {
  const [page, setPage] = useState<Rules>();
  const [wrong, setWrong] = useState(false);
  const speech = language.value;
  useEffect(() => {
    setWrong(false);
    loadRules(id).then(setPage, () => setWrong(true));
  }, [id, speech]);
  useEffect(() => {
    if (page) document.getElementById(fragment())?.scrollIntoView();
  }, [page]);
  return { page, wrong };
}

export function RulesPage({ game }: { game: string | undefined }) {
  const [text, setText] = useState("");
  const first = games.value[0];
  const id = game ?? first?.id ?? "";
  useTitle(tell("Rules of {1}", titleOf(id)));
  const { page, wrong } = useRules(id);
  const shown = page ? (text.trim() ? search(page.blocks, text) : page.blocks) : [];
  const show = marking(wordsOf(text));
  const headings =
    page?.blocks.filter((block) => block.type === "heading" && block.level === 2) ?? [];
  return (
    <main class="page rules">
      <GameLinks id={id} />
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          {say("Search the rules")}
          <input
            type="search"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {text.trim() && (
          <p role="status">
            {shown.length === 0
              ? say("Nothing on this page contains these words.")
              : tell("{1} result{1||s} on this page", places(shown))}
          </p>
        )}
      </form>
      {wrong && (
        <p class="notice" role="alert">
          {say("There is no such rules page.")}{" "}
          {first && <a href={`/rules/${first.id}`}>{first.title}</a>}
        </p>
      )}
      {!text.trim() && headings.length > 0 && <Contents blocks={headings} />}
      <article>
        {shown.map((block, i) => (
          <BlockView key={i} block={block} show={show} />
        ))}
      </article>
    </main>
  );
}
