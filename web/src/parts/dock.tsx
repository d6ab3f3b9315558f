// Below the board: what I am asked, in one sentence, and the buttons for what is not on the table.
import { useEffect, useRef } from "preact/hooks";
import type { GameView } from "../games/game";
import type { Move } from "../protocol";
import { back, canHint, canUndo, choice, hint, hinted, info, live, look, notice, only, past, play, present, sent, stepping, undo } from "../table";
import { say, tell } from "../words";
import { Icon } from "./art";
import { TableMenu } from "./tablemenu";
import { Marked, seatName, unmarked } from "./words";

function prompt(): string {
  const table = info.value;
  const view = present.value;
  if (past.value?.stepping) return past.value.log.flatMap((ply) => ply.text).join(" ");
  if (past.value) return tell("You look at an earlier position: ply {1}.", past.value.ply);
  if (table?.state === "over") return say("The game is over.");
  if (view?.prompt && view.moves) return view.prompt;
  if (view?.actor) return tell("{1} is thinking.", seatName(view.actor));
  return "";
}

function MoveButton({ move, game, primary }: { move: Move; game: GameView; primary: boolean }) {
  return (
    <button type="button" class={`move ${primary ? "primary" : ""} ${hinted.value === move.move ? "hinted" : ""}`} disabled={sent.value !== undefined} onClick={() => play(move.move)}>
      <b>{game.label(move)}</b>
      {move.text && <small><Marked text={move.text} /></small>}
    </button>
  );
}

/** What stands in the way: a clause and its sentence. */
function Notice() {
  const now = notice.value;
  if (!now) return null;
  const isRule = now.clause !== undefined && /^[A-Z]+\d+$/.test(now.clause);
  return (
    <p class="notice" role="alert">
      <Marked text={now.text} />{" "}
      {isRule && (
        <span class="term clause" data-clause={now.clause} tabIndex={0}>
          {now.clause}
        </span>
      )}
      <button type="button" class="plain" aria-label={say("Close")} onClick={() => (notice.value = undefined)}>
        <Icon name="close" />
      </button>
    </p>
  );
}

export function Dock({ game }: { game: GameView }) {
  const words = useRef<HTMLParagraphElement>(null);
  const table = info.value;
  const now = choice.value;
  const buttons = live.value ? now.buttons : [];
  const text = prompt();
  // The focus never gets lost: when what had it is gone, it comes here.
  useEffect(() => {
    if (document.activeElement === document.body && document.body.dataset.keys) words.current?.focus();
  });
  return (
    <div class="dock-head">
      <p class={`prompt ${present.value?.moves && !past.value ? "asks" : ""}`} ref={words} tabIndex={-1} aria-live="polite">
        <Marked text={text} />
      </p>
      <Notice />
      <div class="actions">
        {buttons.map((move) => (
          <MoveButton key={move.move} move={move} game={game} primary={buttons.length === 1} />
        ))}
        {live.value && now.picks.length > 0 && (
          <button type="button" class="quiet" onClick={back}>
            <Icon name="previous" />
            {say("Back")} <kbd>Esc</kbd>
          </button>
        )}
        {past.value && (table?.state !== "over" || stepping.value) && (
          <button type="button" class="move primary" onClick={() => look(undefined)}>
            <b>{stepping.value ? say("Skip") : say("Back to the present")}</b>
          </button>
        )}
        <span class="tools">
          {canUndo.value && (
            <button type="button" class="quiet" onClick={undo} aria-keyshortcuts="u">
              <Icon name="undo" />
              <span class="tool-name">{say("Undo")}</span>
            </button>
          )}
          {canHint.value && (
            <button type="button" class="quiet" onClick={hint} aria-keyshortcuts="h">
              <Icon name="hint" />
              <span class="tool-name">{say("Hint")}</span>
            </button>
          )}
          {live.value && now.left.length > 1 && (
            <details class="all-moves">
              <summary>{tell("All moves ({1})", now.left.length)}</summary>
              <ul>
                {now.left.map((move) => (
                  <li key={move.move}>
                    <button type="button" class="quiet" onClick={() => play(move.move)}>
                      <code>{move.move}</code> {unmarked(move.text)}
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          )}
          {only.value === undefined && <TableMenu />}
        </span>
      </div>
    </div>
  );
}
