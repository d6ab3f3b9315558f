// What one seldom does at a table: leave it to a bot, give up, show one's cards, look over somebody's shoulder.
import { useState } from "preact/hooks";
import { info, lookOver, request, viewer } from "../table";
import { say, tell } from "../words";
import { Icon } from "./art";
import { seatName } from "./words";

/** A bot plays for me until I am back. */
export function Away() {
  const table = info.value;
  const mine = table?.seats.find((one) => one.seat === table.you);
  if (table?.state !== "playing" || !mine?.away) return null;
  return (
    <div class="question">
      <p>{say("A bot plays for you.")}</p>
      <p class="row"><button type="button" class="primary" onClick={() => void request({ type: "back" })}>{say("I am back")}</button></p>
    </div>
  );
}

function Resign() {
  const [sure, setSure] = useState(false);
  if (!sure) return <button type="button" class="quiet" onClick={() => setSure(true)}>{say("Give up")}</button>;
  return (
    <span class="row">
      {say("Give up for good?")}
      <button type="button" onClick={() => void request({ type: "resign" })}>{say("Yes")}</button>
      <button type="button" onClick={() => setSure(false)}>{say("No")}</button>
    </span>
  );
}

/** A spectator may look into the cards of those who let him. */
function Shoulder() {
  const table = info.value;
  const shown = table?.seats.filter((one) => one.shown) ?? [];
  if (!table || shown.length === 0) return <p class="hint">{say("Nobody lets spectators see cards.")}</p>;
  return (
    <label>
      {say("Look into the cards of")}
      <select value={/^[A-F]$/.test(viewer.value) ? viewer.value : ""} onChange={(event) => lookOver(event.currentTarget.value || undefined)}>
        <option value="">{say("nobody")}</option>
        {shown.map((one) => <option key={one.seat} value={one.seat}>{seatName(one.seat)}</option>)}
      </select>
    </label>
  );
}

export function TableMenu() {
  const table = info.value;
  if (table?.state !== "playing") return null;
  const mine = table.seats.find((one) => one.seat === table.you);
  return (
    <details class="menu table-menu">
      <summary class="quiet" aria-label={say("More")}><Icon name="menu" /></summary>
      <div class="menu-box">
        {mine ? (
          <>
            <label class="check">
              <input type="checkbox" checked={mine.shown} onChange={(event) => void request({ type: "show", on: event.currentTarget.checked })} /> {say("Let spectators see my cards")}
            </label>
            {!mine.away && <button type="button" class="quiet" onClick={() => void request({ type: "leave" })}>{table.strict ? say("Leave, which is giving up here") : say("Let a bot play for me")}</button>}
            {!mine.resigned && <Resign />}
          </>
        ) : (
          <Shoulder />
        )}
        <p class="hint">{tell("Table {1}", table.table)}</p>
      </div>
    </details>
  );
}
