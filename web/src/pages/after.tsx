// What comes over the board: somebody asks to go back; the match is over.
import { go } from "../route";
import { ask } from "../link";
import { info, log, look, notice, past, request, stepping, viewer } from "../table";
import { list, say, tell } from "../words";
import { Icon } from "../parts/art";
import { Crest, seatName } from "../parts/words";
import { useEffect, useState } from "preact/hooks";

export function UndoQuestion() {
  const table = info.value;
  const undo = table?.undo;
  if (!undo || !table) return null;
  const asked = [...undo.asked].filter((seat) => seat !== "-");
  const mine = table.you !== undefined && asked.includes(table.you);
  const askers = [...undo.agreed].filter((seat) => seat !== "-").map(seatName);
  return (
    <div class="question" role="alertdialog" aria-label={say("Take back")}>
      <p>{tell("{1} would like to go back to ply {2}.", list(askers), undo.ply)}</p>
      {mine ? (
        <p class="row">
          <button type="button" class="primary" onClick={() => void request({ type: "consent", yes: true })}>{say("Agree")}</button>
          <button type="button" onClick={() => void request({ type: "consent", yes: false })}>{say("Decline")}</button>
        </p>
      ) : (
        <p>{tell("Waiting for {1}.", list(asked.map(seatName)))}</p>
      )}
    </div>
  );
}

/** A match of my own that goes on from here, against bots. */
function branch(ply: number, seat: string): void {
  void request({ type: "branch", ply, seat }).then((answer) => answer && go(`/t/${String(answer.table)}`));
}

/** The slider through all positions, as any seat saw them. */
function Slider() {
  const last = log.value[log.value.length - 1]?.ply ?? 0;
  const at = past.value?.ply ?? last;
  const seat = viewer.value;
  const seats = info.value?.seats.map((one) => one.seat) ?? [];
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(() => look(at + 1, seat), 900);
    return () => window.clearTimeout(timer);
  }, [playing, at, last, seat]);
  const step = (name: string, icon: string, to: number) => (
    <button type="button" class="quiet" aria-label={name} onClick={() => look(Math.max(0, Math.min(last, to)), seat)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="slider">
      <div class="row">
        {step(say("First position"), "first", 0)}
        {step(say("Back one ply"), "previous", at - 1)}
        <button type="button" class="quiet" aria-label={playing ? say("Pause") : say("Play on")} onClick={() => setPlaying(!playing)}>
          <Icon name={playing ? "pause" : "play"} />
        </button>
        {step(say("Forward one ply"), "next", at + 1)}
        {step(say("Last position"), "last", last)}
        <label class="slide">
          <span class="unseen">{say("Position")}</span>
          <input type="range" min={0} max={last} value={at} onInput={(event) => look(Number(event.currentTarget.value), seat)} />
        </label>
        <output>{tell("{1} of {2}", at, last)}</output>
      </div>
      <div class="row">
      <label class="row">
        {say("Seen by")}{" "}
        <select value={seat} onChange={(event) => look(at, event.currentTarget.value)}>
          {seats.map((one) => <option key={one} value={one}>{seatName(one)}</option>)}
          <option value="spectator">{say("a spectator")}</option>
          <option value="all">{say("everybody: all cards")}</option>
        </select>
      </label>
        {at < last && seats.includes(seat) && (
          <button type="button" onClick={() => branch(at, seat)}>
            <Icon name="branch" /> {say("Play on from here")}
          </button>
        )}
      </div>
    </div>
  );
}

export function Over() {
  const table = info.value;
  if (table?.state !== "over" || stepping.value) return null;
  const places = table.seats
    .map((sitter, i) => ({ seat: sitter.seat, rank: table.ranks?.[i] ?? 0, points: table.points?.[i] ?? 0 }))
    .sort((a, b) => a.rank - b.rank);
  const again = () =>
    void ask({ type: "again", table: table.table }).then(
      (answer) => go(`/t/${String(answer.table)}`),
      (why: Error) => (notice.value = { text: why.message }),
    );
  return (
    <div class="over">
      <ol class="ranks" aria-label={say("Result")}>
        {places.map((place) => (
          <li key={place.seat} class={place.rank === 1 ? "winner" : ""}>
            <b>{place.rank}.</b> <Crest seat={place.seat} /> {seatName(place.seat)} <span class="points">{tell("{1} points", place.points)}</span>
          </li>
        ))}
      </ol>
      <Slider />
      <p class="row">
        {table.you && <button type="button" class="primary" onClick={again}>{table.next ? say("Join the rematch") : say("Play again")}</button>}
        <a class="button" href={`/record/${table.table}`} download={`${table.table}.tenka`}>{say("Record")}</a>
        <a class="button" href="/">{say("Other games")}</a>
      </p>
    </div>
  );
}
