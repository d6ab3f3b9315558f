// The log: what happened, in sentences. To point at a line, or to tap it, shows its position.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { isMuted } from "../people";
import { chat, log, look, past, request, shownLog, stepping } from "../table";
import { say, tell } from "../words";
import { Icon } from "./art";
import { usePending } from "./pending";
import { About } from "./people";
import { byArrows } from "./spot";
import { Crest, Kept, Marked, playerName, unmarked } from "./words";

const POINT = 250; // milliseconds that the pointer must rest on a line before its position shows

export function Log() {
  const end = useRef<HTMLOListElement>(null);
  const timer = useRef(0);
  const pointed = useRef(false); // the position is shown only until the pointer leaves the log
  const lines = (stepping.value ? shownLog : log).value.filter((ply) => ply.text.length > 0);
  useEffect(() => {
    const list = end.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [lines.length]);
  const point = (ply: number) => {
    window.clearTimeout(timer.current);
    if (past.value && !pointed.current) return; // the player looks at another position
    timer.current = window.setTimeout(() => {
      pointed.current = true;
      look(ply);
    }, POINT);
  };
  const leave = () => {
    window.clearTimeout(timer.current);
    if (pointed.current) look(undefined);
    pointed.current = false;
  };
  const tap = (ply: number) => {
    window.clearTimeout(timer.current);
    const again = !pointed.current && past.value?.ply === ply;
    pointed.current = false;
    look(again ? undefined : ply);
  };
  return (
    <ol class="log" ref={end} aria-label={say("What happened")} onPointerLeave={leave}>
      {lines.map((ply, at) => (
        <li key={ply.ply} class={past.value?.ply === ply.ply ? "shown" : ""}>
          <button
            type="button"
            class="log-line"
            tabIndex={at === lines.length - 1 ? 0 : -1}
            onKeyDown={(event) => byArrows(event, ".log", ".log-line")}
            aria-label={`${unmarked(ply.text.join(" "))} ${say("Show this position")}`}
            onPointerEnter={(event) => event.pointerType === "mouse" && point(ply.ply)}
            onClick={() => tap(ply.ply)}
          >
            {ply.text.map((line, i) => (
              <span key={i}>
                <Marked text={line} />
              </span>
            ))}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The lines of those who are not muted. */
const heard = () => chat.value.filter((line) => !isMuted(line.player));

export function Chat() {
  const [text, setText] = useState("");
  const [pending, run] = usePending();
  const list = useRef<HTMLOListElement>(null);
  const lines = heard();
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const send = (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    run(() => request({ type: "chat", text: text.trim() }).then((done) => done && setText("")));
  };
  return (
    <div class="chat">
      <ol ref={list} aria-label={say("Chat")}>
        {lines.map((line) => (
          <li key={line.id}>
            {line.seat && <Crest seat={line.seat} />}
            <b>{playerName(line.name)}</b>
            <Kept kept={line.kept} /> {line.text}
            <About player={line.player} name={playerName(line.name)} of={{ line: line.id }} />
          </li>
        ))}
        {lines.length === 0 && <li class="empty">{say("Nobody has said anything yet.")}</li>}
      </ol>
      <form onSubmit={send} aria-busy={pending}>
        <label class="unseen" for="chat-text">
          {say("Your message")}
        </label>
        <input
          id="chat-text"
          value={text}
          maxLength={200}
          autocomplete="off"
          readOnly={pending}
          placeholder={say("Say something")}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={pending} aria-label={say("Send")}>
          <Icon name="send" />
        </button>
      </form>
    </div>
  );
}

const shown = signal<"log" | "chat">("log");

/** Log and chat, one at a time. */
export function Side() {
  const tab = (id: "log" | "chat", name: string, more?: number) => (
    <button
      type="button"
      role="tab"
      id={`tab-${id}`}
      aria-selected={shown.value === id}
      aria-controls="side-panel"
      tabIndex={shown.value === id ? 0 : -1}
      onClick={() => (shown.value = id)}
      onKeyDown={(event) => byArrows(event, ".tabs", "[role=tab]")}
    >
      {name}
      {more ? (
        <span class="more" role="img" aria-label={tell("{1} message{1||s}", more)}>
          {more}
        </span>
      ) : null}
    </button>
  );
  return (
    <aside class="side" aria-label={say("Log and chat")}>
      <div class="tabs" role="tablist">
        {tab("log", say("Log"))}
        {tab("chat", say("Chat"), shown.value === "chat" ? 0 : heard().length)}
      </div>
      <div id="side-panel" role="tabpanel" aria-labelledby={`tab-${shown.value}`}>
        {shown.value === "log" ? <Log /> : <Chat />}
      </div>
    </aside>
  );
}
