// A table before the match: who sits where, and how to invite others.

import { useEffect, useState } from "preact/hooks";
import { renderSVG } from "uqr";
import { games } from "../games";
import { hasGuide } from "../guide";
import { capital, clockName, levels, valueName } from "../labels";
import { ask, me } from "../link";
import { Icon } from "../parts/art";
import { Chat } from "../parts/log";
import { usePending } from "../parts/pending";
import { Others, Spectators } from "../parts/people";
import { botRemark, Crest, Kept, playerName, sitterName } from "../parts/words";
import type { GameInfo, Player, Sitter, Table } from "../protocol";
import { go } from "../route";
import { notice, request } from "../table";
import { say, tell } from "../words";

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
        <label class="unseen" for="invitation">
          {say("Invitation")}
        </label>
        <input
          id="invitation"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" onClick={copy}>
          <Icon name="link" /> {copied ? say("Copied") : say("Copy")}
        </button>
      </p>
    </section>
  );
}

/** My name at this table: guests can choose one before they sit down. */
function GuestName({ player }: { player: Player }) {
  const [wrong, setWrong] = useState<string>();
  const shown = playerName(player.name);
  const rename = (name: string) => {
    if (!name || name === player.name) return;
    ask({ type: "name", name }).then(
      (answer) => {
        setWrong(undefined);
        me.value = answer.player as Player;
      },
      (why: Error) => setWrong(why.message),
    );
  };
  return (
    <form class="settings-form guest-name" onSubmit={(event) => event.preventDefault()}>
      <label>
        {say("Your name")}
        <input
          defaultValue={shown}
          maxLength={63}
          autocomplete="nickname"
          onChange={(event) =>
            event.currentTarget.value !== shown && rename(event.currentTarget.value.trim())
          }
        />
      </label>
      {wrong && (
        <p class="notice" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}

function SeatRow({ table, sitter }: { table: Table; sitter: Sitter }) {
  const [pending, run] = usePending();
  const hosting = table.host === me.value?.id;
  const free = sitter.is === "free";
  const remark = sitter.seat === table.you ? say("you") : botRemark(sitter);
  const rated = table.rated && !!me.value?.kept;
  const join = (rated: boolean) => run(() => request({ type: "join", seat: sitter.seat, rated }));
  return (
    <li class={`waiting-seat ${free ? "free" : ""}`} aria-busy={pending}>
      <Crest seat={sitter.seat} />
      <span class="seat-name">
        <span>
          {sitterName(sitter)}
          <Kept kept={sitter.kept} />
        </span>
        {remark && <small>{remark}</small>}
      </span>
      {free && !table.you && (
        <button type="button" class="primary" disabled={pending} onClick={() => join(rated)}>
          {table.rated && !rated ? say("Sit here, unrated") : say("Sit here")}
        </button>
      )}
      {free && !table.you && rated && (
        <button type="button" disabled={pending} onClick={() => join(false)}>
          {say("Sit here, unrated")}
        </button>
      )}
      {hosting && sitter.is !== "player" && (
        <select
          disabled={pending}
          aria-label={tell("Who sits in seat {1}", sitter.seat)}
          value={free ? "" : sitter.name}
          onChange={(event) => {
            const bot = event.currentTarget.value;
            run(() => request({ type: "bot", seat: sitter.seat, ...(bot ? { bot } : {}) }));
          }}
        >
          <option value="">{capital(say("wait for a person"))}</option>
          {levels().map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}

/** The number of players, the clock, and the options that differ from the default. */
function settingsOf(table: Table, game: GameInfo | undefined): string {
  const option = (name: string) => game?.options.find((one) => one.name === name);
  const changed = Object.entries(table.options).filter(
    ([name, value]) => option(name)?.default !== value,
  );
  return [
    tell("{1} players", table.players),
    clockName(table.clock),
    table.rated ? say("rated") : "",
    ...changed.map(([name, value]) => `${option(name)?.about ?? name}: ${valueName(value)}`),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What the table waits for, in words. */
const waitName = (table: Table, full: boolean) =>
  table.you
    ? say("The match begins when all seats are taken.")
    : full
      ? say("All seats are taken.")
      : say("Take a seat.");

function LeaveButton() {
  const [pending, run] = usePending();
  return (
    <button
      type="button"
      disabled={pending}
      aria-busy={pending}
      onClick={() => run(() => request({ type: "leave" }).then(() => go("/")))}
    >
      {say("Leave the table")}
    </button>
  );
}

export function Waiting({ table }: { table: Table }) {
  const game = games.value.find((one) => one.id === table.game);
  const full = table.seats.every((sitter) => sitter.is !== "free");
  useEffect(() => {
    if (notice.value && full) notice.value = undefined;
  }, [full]);
  return (
    <main class="page narrow waiting">
      <h1>{game?.title ?? table.game}</h1>
      <p>{game?.about}</p>
      <p class="settings">{settingsOf(table, game)}</p>
      <p class="row">
        {hasGuide(table.game) && (
          <a class="button" href={`/guide/${table.game}`}>
            {say("Learn")}
          </a>
        )}
        <a class="button" href={`/rules/${table.game}`}>
          <Icon name="rules" /> {say("Rules")}
        </a>
      </p>
      {!table.you && !full && me.value && !me.value.kept && <GuestName player={me.value} />}
      <p role="status">{waitName(table, full)}</p>
      <ul class="waiting-seats">
        {table.seats.map((sitter) => (
          <SeatRow key={sitter.seat} table={table} sitter={sitter} />
        ))}
      </ul>
      {notice.value && (
        <p class="notice" role="alert">
          {notice.value.text}
        </p>
      )}
      <Others table={table} />
      <Spectators table={table} />
      <Invitation table={table} />
      {table.you && (
        <section aria-label={say("Chat")}>
          <h2>{say("Chat")}</h2>
          <Chat />
        </section>
      )}
      {table.you && (
        <p class="row">
          <LeaveButton />
        </p>
      )}
    </main>
  );
}
