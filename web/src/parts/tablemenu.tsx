// What one seldom does at a table: leave it to a bot, give up, show one's cards, look over
// somebody's shoulder.
import { useState } from "preact/hooks";
import { milliseconds } from "../labels";
import { isSeat } from "../protocol";
import { info, lookOver, present, request, viewer } from "../table";
import { say, tell } from "../words";
import { duration } from "./clock";
import { Menu } from "./menu";
import { usePending } from "./pending";
import { seatName } from "./words";

/** What whoever comes back has at least: a tenth of the bank, or the time for the move. */
function timeBack(clock: string): number {
  const [bank = "", bonus] = clock.split("+");
  return milliseconds(bank) / (bonus === undefined ? 1 : 10);
}

/** A bot plays for me until I am back. */
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
            "If you come back, you have {1} to go on with.",
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
      <p>{say("Give up for good?")}</p>
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

/** A spectator may look into the cards of those who let him. */
function Shoulder({ close }: { close: () => void }) {
  const table = info.value;
  const shown = table?.seats.filter((one) => one.shown) ?? [];
  if (!table || shown.length === 0)
    return <p class="hint">{say("Nobody lets spectators see cards.")}</p>;
  return (
    <label>
      {say("Look into the cards of")}
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
                  {table.strict
                    ? say("Leave, which is giving up here")
                    : say("Let a bot play for me")}
                </button>
              )}
              {!mine.resigned && <Resign close={close} />}
            </>
          ) : (
            <Shoulder close={close} />
          )}
          <p class="hint">{tell("Table {1}", table.table)}</p>
        </>
      )}
    </Menu>
  );
}
