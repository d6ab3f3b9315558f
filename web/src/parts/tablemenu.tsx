// Rare actions at a table: let a bot play, give up, show one's cards to spectators; and for a
// spectator, see the cards of a player who allows it.
import { useState } from "preact/hooks";
import { milliseconds } from "../labels";
import { isSeat } from "../protocol";
import { info, lookOver, present, request, viewer } from "../table";
import { say, tell } from "../words";
import { duration } from "./clock";
import { Menu } from "./menu";
import { usePending } from "./pending";
import { Others, Spectators } from "./people";
import { seatName } from "./words";

/** The least time that a player who comes back has: a tenth of the bank, or the time for the
 * move. */
function timeBack(clock: string): number {
  const [bank = "", bonus] = clock.split("+");
  return milliseconds(bank) / (bonus === undefined ? 1 : 10);
}

/** Tells that a bot plays for me, with a button to come back. */
export function Away() {
  const [pending, run] = usePending();
  const table = info.value;
  const mine = table?.seats.find((one) => one.seat === table.you);
  if (table?.state !== "playing" || !mine?.away) return null;
  const left = present.value?.clocks?.[mine.seat.charCodeAt(0) - 65];
  return (
    <div class="question">
      <p>
        {left === 0
          ? say("Your time ran out, so a bot plays for you.")
          : say("A bot plays for you.")}{" "}
        {left !== undefined &&
          tell(
            "If you come back, you will have {1} left.",
            duration(Math.max(left, timeBack(table.clock))),
          )}
      </p>
      <p class="row">
        <button
          type="button"
          class="primary"
          disabled={pending}
          aria-busy={pending}
          onClick={() => run(() => request({ type: "back" }))}
        >
          {say("I am back")}
        </button>
      </p>
    </div>
  );
}

function Resign({ close }: { close: () => void }) {
  const [sure, setSure] = useState(false);
  if (!sure)
    return (
      <button type="button" class="quiet" onClick={() => setSure(true)}>
        {say("Give up")}
      </button>
    );
  const answer = (yes: boolean) => {
    if (yes) void request({ type: "resign" });
    setSure(false);
    close();
  };
  return (
    <div>
      <p>{say("Do you really want to give up?")}</p>
      <p class="row">
        <button type="button" onClick={() => answer(true)}>
          {say("Yes")}
        </button>
        <button type="button" onClick={() => answer(false)}>
          {say("No")}
        </button>
      </p>
    </div>
  );
}

/** Lets a spectator choose a player whose cards they may see. */
function Shoulder({ close }: { close: () => void }) {
  const table = info.value;
  const shown = table?.seats.filter((one) => one.shown) ?? [];
  if (!table || shown.length === 0)
    return <p class="hint">{say("No player shows their cards to spectators.")}</p>;
  return (
    <label>
      {say("Show the cards of")}
      <select
        value={isSeat(viewer.value) ? viewer.value : ""}
        onChange={(event) => {
          lookOver(event.currentTarget.value || undefined);
          close();
        }}
      >
        <option value="">{say("nobody")}</option>
        {shown.map((one) => (
          <option key={one.seat} value={one.seat}>
            {seatName(one.seat)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function TableMenu() {
  const table = info.value;
  if (table?.state !== "playing") return null;
  const mine = table.seats.find((one) => one.seat === table.you);
  return (
    <Menu label={say("More")} class="table-menu">
      {(close) => (
        <>
          {mine ? (
            <>
              <label class="check">
                <input
                  type="checkbox"
                  checked={mine.shown}
                  onChange={(event) =>
                    void request({ type: "show", on: event.currentTarget.checked })
                  }
                />{" "}
                {say("Let spectators see my cards")}
              </label>
              {!mine.away && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => {
                    void request({ type: "leave" });
                    close();
                  }}
                >
                  {table.strict ? say("Leave and give up") : say("Let a bot play for me")}
                </button>
              )}
              {!mine.resigned && <Resign close={close} />}
            </>
          ) : (
            <Shoulder close={close} />
          )}
          <Others table={table} />
          <Spectators table={table} />
          <p class="hint">{tell("Table {1}", table.table)}</p>
        </>
      )}
    </Menu>
  );
}
