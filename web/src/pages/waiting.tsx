// A table before the match: who sits where, and how others come.
import { renderSVG } from "uqr";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/art";
import { Crest, sitterName } from "../parts/words";
import { games } from "../games/list";
import { me } from "../link";
import type { Sitter, Table } from "../protocol";
import { clockName, valueName } from "../settings";
import { notice, request } from "../table";
import { say, tell } from "../words";
import { go } from "../route";

export const levels = (): [string, string][] => [
  ["1", say("Bot 1: beginner")],
  ["2", say("Bot 2: easy")],
  ["3", say("Bot 3: fair")],
  ["4", say("Bot 4: good")],
  ["5", say("Bot 5: strong")],
  ["6", say("Bot 6: strongest")],
];

function Invitation({ table }: { table: Table }) {
  const url = `${location.origin}/t/${table.table}`;
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(url).then(() => setCopied(true));
  const code = `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`;
  return (
    <section class="invitation">
      <h2>{say("Invite others")}</h2>
      <img class="qr" src={code} alt={say("QR code of the invitation")} width="160" height="160" />
      <p class="row">
        <label class="unseen" for="invitation">{say("Invitation")}</label>
        <input id="invitation" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={copy}><Icon name="link" /> {copied ? say("Copied") : say("Copy")}</button>
      </p>
    </section>
  );
}

function SeatRow({ table, sitter }: { table: Table; sitter: Sitter }) {
  const hosting = table.host === me.value?.id;
  const free = sitter.is === "free";
  return (
    <li class={`waiting-seat ${free ? "free" : ""}`}>
      <Crest seat={sitter.seat} />
      <span class="seat-name">{sitterName(sitter)}{sitter.seat === table.you && <small> {say("you")}</small>}</span>
      {free && !table.you && <button type="button" class="primary" onClick={() => void request({ type: "join", seat: sitter.seat, rated: table.rated })}>{say("Sit here")}</button>}
      {free && !table.you && table.rated && <button type="button" onClick={() => void request({ type: "join", seat: sitter.seat })}>{say("Sit here, unrated")}</button>}
      {hosting && sitter.is !== "player" && (
        <select aria-label={tell("Who sits on seat {1}", sitter.seat)} value={free ? "" : sitter.name} onChange={(event) => void request({ type: "bot", seat: sitter.seat, ...(event.currentTarget.value ? { bot: event.currentTarget.value } : {}) })}>
          <option value="">{say("wait for a person")}</option>
          {levels().map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
      )}
    </li>
  );
}

export function Waiting({ table }: { table: Table }) {
  const game = games.value.find((one) => one.id === table.game);
  const full = table.seats.every((sitter) => sitter.is !== "free");
  useEffect(() => {
    if (notice.value && full) notice.value = undefined;
  }, [full]);
  return (
    <main class="page waiting">
      <h1>{game?.title ?? table.game}</h1>
      <p class="settings">{[tell("{1} players", table.players), clockName(table.clock), table.rated ? say("rated") : "", ...Object.entries(table.options).filter(([name, value]) => game?.options.find((one) => one.name === name)?.default !== value).map(([name, value]) => `${game?.options.find((one) => one.name === name)?.about ?? name}: ${valueName(value)}`)].filter(Boolean).join(" · ")}</p>
      <p role="status">{table.you ? say("The match begins when all seats are taken.") : full ? say("All seats are taken.") : say("Take a seat.")}</p>
      <ul class="waiting-seats">
        {table.seats.map((sitter) => <SeatRow key={sitter.seat} table={table} sitter={sitter} />)}
      </ul>
      {notice.value && <p class="notice" role="alert">{notice.value.text}</p>}
      <Invitation table={table} />
      <p class="row">
        {table.you && <button type="button" onClick={() => void request({ type: "leave" }).then(() => go("/"))}>{say("Leave the table")}</button>}
        <a class="button" href={`/rules/${table.game}`}><Icon name="rules" /> {say("Rules")}</a>
      </p>
    </main>
  );
}
