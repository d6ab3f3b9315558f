// What is shown with the board at times: a request to take back moves, and after the match the
// result and a slider through all positions.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, me } from "../link";
import { opening, openTable } from "../open";
import { announce } from "../parts/announce";
import { Icon } from "../parts/art";
import { Deal } from "../parts/deal";
import { usePending } from "../parts/pending";
import { Crest, Marked, seatName } from "../parts/words";
import { isSeat, members, type Table } from "../protocol";
import { pointsName, resultName } from "../result";
import { go } from "../route";
import { show } from "../scroll";
import { info, log, look, past, request, viewer } from "../table";
import { list, say, tell } from "../words";

export function UndoQuestion() {
  const [pending, run] = usePending();
  const table = info.value;
  const undo = table?.undo;
  if (!undo || !table) return null;
  const asked = members(undo.asked);
  const agreed = members(undo.agreed);
  const mine = table.you !== undefined && asked.includes(table.you);
  const move =
    log.value.find((one) => one.ply > undo.ply && one.text.length > 0)?.text.join(" ") ?? "";
  const answer = (yes: boolean) => run(() => request({ type: "consent", yes }));
  return (
    <div class="question" role="alertdialog" aria-label={say("Take back")} aria-busy={pending}>
      <p>
        {table.you !== undefined && agreed.includes(table.you)
          ? say("You would like to take back:")
          : tell("{1} would like to take back:", list(agreed.map(seatName)))}{" "}
        <Marked text={move} />
      </p>
      {mine ? (
        <p class="row">
          <button type="button" class="primary" disabled={pending} onClick={() => answer(true)}>
            {say("Agree")}
          </button>
          <button type="button" disabled={pending} onClick={() => answer(false)}>
            {say("Decline")}
          </button>
        </p>
      ) : (
        <p>{tell("Waiting for {1}.", list(asked.map(seatName)))}</p>
      )}
    </div>
  );
}

const lastPly = () => log.value[log.value.length - 1]?.ply ?? 0;

/** The slider through all positions. */
export function Slider() {
  const last = lastPly();
  const at = past.value?.ply ?? last;
  const seat = viewer.value;
  const [playing, setPlaying] = useState(false);
  const turn = (ply: number) => {
    look(ply, seat);
    show([...document.querySelectorAll(".board")]);
  };
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(() => turn(at + 1), 900);
    return () => window.clearTimeout(timer);
  }, [playing, at, last, seat]);
  const step = (name: string, icon: string, to: number) => (
    <button
      type="button"
      class="quiet"
      aria-label={name}
      onClick={() => turn(Math.max(0, Math.min(last, to)))}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="slider" role="group" aria-label={say("Position")}>
      {step(say("First position"), "first", 0)}
      {step(say("Back one move"), "previous", at - 1)}
      <button
        type="button"
        class="quiet"
        aria-label={playing ? say("Pause") : say("Play")}
        onClick={() => setPlaying(!playing)}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      {step(say("Forward one move"), "next", at + 1)}
      {step(say("Last position"), "last", last)}
      <label class="slide">
        <span class="unseen">{say("Position")}</span>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={tell("{1} of {2}", at, last)}
          onInput={(event) => turn(Number(event.currentTarget.value))}
        />
      </label>
      <output>{tell("{1} of {2}", at, last)}</output>
    </div>
  );
}

/** Chooses whose view is shown, and opens a match against bots that continues from here. */
function Views({ table, onWrong }: { table: Table; onWrong: (why: Error) => void }) {
  const at = past.value?.ply ?? lastPly();
  const seat = viewer.value;
  const against =
    at >= lastPly()
      ? say("Choose an earlier position.")
      : isSeat(seat)
        ? ""
        : say("Choose a player’s seat under “Seen by”.");
  return (
    <>
      <label class="row">
        {say("Seen by")}
        <select value={seat} onChange={(event) => look(at, event.currentTarget.value)}>
          {table.seats.map((one) => (
            <option key={one.seat} value={one.seat}>
              {seatName(one.seat)}
            </option>
          ))}
          <option value="spectator">{say("a spectator")}</option>
          <option value="all">{say("everybody: all cards")}</option>
        </select>
      </label>
      <button
        type="button"
        {...opening.value}
        disabled={against !== "" || opening.value.disabled}
        aria-describedby="branch-why"
        onClick={() =>
          openTable({ type: "branch", table: table.table, ply: at, seat }).catch(onWrong)
        }
      >
        <Icon name="branch" /> {say("Play on from here")}
      </button>
      <small id="branch-why">{against}</small>
    </>
  );
}

/** Goes to the next match. Everybody moves one seat further; if that seat is already taken, any
 * free seat will do. */
function rematch(table: Table): Promise<void> {
  const at = table.seats.findIndex((one) => one.seat === table.you);
  const seat = table.seats[(at + 1) % table.seats.length]?.seat;
  const rated = !!me.value?.kept && (table.seats[at]?.rated ?? false);
  return openTable({ type: "again", table: table.table }, async (next) => {
    const join = { type: "join", table: next, rated };
    await ask({ ...join, seat })
      .catch(() => ask(join))
      .catch(() => undefined);
    go(`/t/${next}`);
  });
}

/** Who gave up, in words; undefined if nobody gave up. */
function gaveUpName(table: Table): string | undefined {
  const gaveUp = table.seats.filter((sitter) => sitter.resigned);
  if (gaveUp.length === 0) return undefined;
  const others = gaveUp
    .filter((sitter) => sitter.seat !== table.you)
    .map((sitter) => seatName(sitter.seat));
  return [
    gaveUp.length > others.length ? say("You gave up.") : "",
    others.length > 0 ? tell("{1} gave up.", list(others)) : "",
  ].join(" ");
}

interface Placing {
  seat: string;
  name: string;
  rank: number;
  points: number;
}

function Ranks({ game, places }: { game: string; places: Placing[] }) {
  return (
    <ol class="ranks" aria-label={say("Result")}>
      {[...places]
        .sort((a, b) => a.rank - b.rank)
        .map((place) => (
          <li key={place.seat} class={place.rank === 1 ? "winner" : ""}>
            <b>{place.rank}.</b> <Crest seat={place.seat} /> {place.name}{" "}
            <span class="points">{pointsName(game, place.points)}</span>
          </li>
        ))}
    </ol>
  );
}

/** The result, and buttons for what to do next. */
export function Over({ table }: { table: Table }) {
  const here = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState<string>();
  const onWrong = (why: Error) => setWrong(why.message);
  const places = table.seats.map((sitter, i) => ({
    seat: sitter.seat,
    name: seatName(sitter.seat),
    rank: table.ranks?.[i] ?? 0,
    points: table.points?.[i] ?? 0,
  }));
  const mine = places.find((place) => place.seat === table.you);
  const result = table.aborted
    ? say("The match was aborted. It does not count.")
    : resultName(places, mine);
  useEffect(() => {
    here.current?.scrollIntoView({ block: "nearest" });
    announce(result);
  }, []);
  const gaveUp = gaveUpName(table);
  return (
    <div class="over" ref={here}>
      <div class="over-words">
        <h2 tabIndex={-1}>{result}</h2>
        {gaveUp !== undefined && <p>{gaveUp}</p>}
        {!table.aborted && <Ranks game={table.game} places={places} />}
      </div>
      <Deal table={table} />
      <div class="row">
        {table.you && (
          <button
            type="button"
            class="primary"
            {...opening.value}
            onClick={() => rematch(table).catch(onWrong)}
          >
            {table.next ? say("Join the rematch") : say("Play again")}
          </button>
        )}
        <a class="button" href={`/record/${table.table}`} download={`${table.table}.tenka`}>
          {say("Record")}
        </a>
        <a class="button" href="/">
          {say("Other games")}
        </a>
        <Views table={table} onWrong={onWrong} />
      </div>
      {wrong && (
        <p class="notice" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
