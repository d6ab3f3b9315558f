// Messages for a screen reader: what the others did, what I am asked, and the chat.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { chat, info, log, present } from "../table";
import { say, tell } from "../words";
import { unmarked } from "./words";

const LINES = 4;

const lines = signal<{ id: number; text: string }[]>([]);
let ids = 0;

export function announce(text: string): void {
  if (text) lines.value = [...lines.value.slice(1 - LINES), { id: ++ids, text }];
}

/** Announces news while a table is shown, but not what happened before. */
function listen(): () => void {
  let table: string | undefined;
  let ply = 0;
  let chatted = 0;
  let asked = "";
  return effect(() => {
    const view = present.value;
    const now = info.value;
    if (!view || !now) return;
    const fresh = table === view.table;
    const told = log.value
      .filter((one) => one.ply > ply && one.seat !== now.you)
      .flatMap((one) => one.text)
      .map(unmarked);
    const said = chat.value
      .filter((line) => line.id > chatted && line.seat !== now.you)
      .map((line) => tell("{1} says: {2}", line.name, line.text));
    const question = now.state === "playing" && view.moves ? unmarked(view.prompt ?? "") : "";
    table = view.table;
    ply = view.ply;
    chatted = chat.value[chat.value.length - 1]?.id ?? 0;
    const news = [
      ...(fresh ? [...told, ...said] : []),
      ...(question && (question !== asked || told.length > 0) ? [question] : []),
    ];
    asked = question;
    queueMicrotask(() => announce(news.join(" ")));
  });
}

export function Announcer() {
  useEffect(listen, []);
  return (
    <div class="unseen" role="log" aria-label={say("News")} aria-live="polite">
      {lines.value.map((line) => (
        <p key={line.id}>{line.text}</p>
      ))}
    </div>
  );
}
