// What I can do about another person: mute them, report them; and as the host, remove a spectator.
import { useState } from "preact/hooks";
import { ask, me } from "../link";
import { isMuted, mute } from "../people";
import type { Player, Table } from "../protocol";
import { hearAgain, info } from "../table";
import { say, tell } from "../words";
import { usePending } from "./pending";
import { Kept, playerName, sitterName } from "./words";

interface Row {
  player: Player;
  /** What the button says, and what it says to screen readers. */
  words: [string, string];
  onClick: () => void;
}

/** A player in a list, with a button. */
export function PlayerRow({ player, words: [word, label], onClick }: Row) {
  return (
    <li class="device">
      <span>
        {playerName(player.name)}
        <Kept kept={player.kept} />
      </span>
      <button type="button" aria-label={label} onClick={onClick}>
        {word}
      </button>
    </li>
  );
}

/** The result of the last action. */
interface Word {
  text: string;
  good: boolean;
}

function useWord(): [Word | undefined, (doing: Promise<unknown>, done: string) => Promise<void>] {
  const [word, setWord] = useState<Word>();
  const tryTo = (doing: Promise<unknown>, done: string) =>
    doing.then(
      () => setWord({ text: done, good: true }),
      (why: Error) => setWord({ text: why.message, good: false }),
    );
  return [word, tryTo];
}

function Report({ name, of }: { name: string; of: { seat?: string; line?: number } }) {
  const [text, setText] = useState("");
  const [word, tryTo] = useWord();
  const [pending, run] = usePending();
  const send = (event: Event) => {
    event.preventDefault();
    const report = { type: "report", table: info.value?.table, ...of, text: text.trim() };
    if (text.trim()) run(() => tryTo(ask(report), say("Thank you. The operator will read it.")));
  };
  if (word?.good)
    return (
      <p class="good" role="status">
        {word.text}
      </p>
    );
  return (
    <form class="report" onSubmit={send} aria-busy={pending}>
      <label>
        {tell("What is wrong with {1}?", name)}
        <input
          value={text}
          maxLength={160}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={pending || !text.trim()}>
        {say("Report to the operator")}
      </button>
      {word && (
        <p class="notice" role="alert">
          {word.text}
        </p>
      )}
    </form>
  );
}

function Mute({ player }: { player: number }) {
  const [word, tryTo] = useWord();
  const [pending, run] = usePending();
  const on = !isMuted(player);
  const change = () =>
    run(() =>
      tryTo(
        mute(player, on).then(() => !on && hearAgain()),
        "",
      ),
    );
  return (
    <>
      <button type="button" disabled={pending} onClick={change}>
        {on ? say("Mute: hide what they say") : say("Unmute")}
      </button>
      {word && !word.good && (
        <p class="notice" role="alert">
          {word.text}
        </p>
      )}
    </>
  );
}

/** Opens below a name: what I can do about this person. */
export function About({
  player,
  name,
  of,
}: {
  player: number;
  name: string;
  of: { seat?: string; line?: number };
}) {
  if (player === me.value?.id) return null;
  return (
    <details class="about">
      <summary aria-label={tell("About {1}", name)}>
        {of.line === undefined && name} <span aria-hidden="true">⋯</span>
      </summary>
      <Mute player={player} />
      <Report name={name} of={of} />
    </details>
  );
}

/** The other people who have a seat. */
export function Others({ table }: { table: Table }) {
  return (
    <>
      {table.seats.map(
        (one) =>
          one.player !== undefined && (
            <About
              key={one.seat}
              player={one.player}
              name={sitterName(one)}
              of={{ seat: one.seat }}
            />
          ),
      )}
    </>
  );
}

/** For the host: who watches, with a button to remove each of them. */
export function Spectators({ table }: { table: Table }) {
  const [players, setPlayers] = useState<Player[]>();
  const [word, tryTo] = useWord();
  const [pending, run] = usePending();
  if (table.host !== me.value?.id) return null;
  const read = () =>
    ask({ type: "spectators", table: table.table }).then((answer) =>
      setPlayers(answer.players as Player[]),
    );
  const remove = (player: number) =>
    run(() =>
      tryTo(ask({ type: "remove", table: table.table, player }).then(read), say("Removed.")),
    );
  return (
    <section class="spectators" aria-busy={pending}>
      <button type="button" disabled={pending} onClick={() => run(() => tryTo(read(), ""))}>
        {say("Who is watching?")}
      </button>
      {players && (
        <ul aria-label={say("Spectators")}>
          {players.map((one) => (
            <PlayerRow
              key={one.id}
              player={one}
              words={[say("Remove"), tell("Remove: {1}", playerName(one.name))]}
              onClick={() => remove(one.id)}
            />
          ))}
          {players.length === 0 && <li>{say("Nobody is watching.")}</li>}
        </ul>
      )}
      {word?.text && (
        <p class={word.good ? "good" : "notice"} role="status">
          {word.text}
        </p>
      )}
    </section>
  );
}
