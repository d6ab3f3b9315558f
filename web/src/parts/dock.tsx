// Below the board: what I am asked, in one sentence, and buttons for the moves that cannot be
// chosen on the table.
import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameView } from "../game";
import type { Move } from "../protocol";
import { title } from "../rules";
import { show } from "../scroll";
import {
  back,
  canHint,
  canUndo,
  chance,
  choice,
  hint,
  hinted,
  info,
  live,
  log,
  look,
  notice,
  only,
  past,
  play,
  present,
  sent,
  stepOn,
  stepping,
  undo,
} from "../table";
import { say, tell } from "../words";
import { announce } from "./announce";
import { Icon } from "./art";
import { TableMenu } from "./tablemenu";
import { Marked, seatName, unmarked } from "./words";

/** What was chosen so far, and what to choose next. */
function choosing(): string {
  const { buttons, picks, wanted } = choice.value;
  const names = picks
    .map((pick) =>
      [
        pick.kind && title(pick.kind),
        pick.place && title(pick.place),
        pick.seat && seatName(pick.seat),
      ]
        .filter(Boolean)
        .join(say(", ")),
    )
    .filter(Boolean);
  const nouns: Record<string, string> = {
    kind: say("a card"),
    seat: say("a player"),
    place: say("a place"),
    number: say("one of them"),
  };
  const [chosen, things] = [
    names.join(say(", ")),
    wanted.map((part) => nouns[part]).join(say(" or ")),
  ];
  if (buttons.length === 0) return tell("{1}: now choose {2}.", chosen, things);
  return things
    ? tell("{1}: press a button, or choose {2}.", chosen, things)
    : tell("{1}: press a button.", chosen);
}

/** The sentences of the latest ply that has any. */
function news(): string {
  const told = [...log.value].reverse().find((ply) => ply.text.length > 0);
  return told?.text.join(" ") ?? "";
}

function prompt(): string {
  const table = info.value;
  const view = present.value;
  if (past.value?.stepping) return past.value.log.flatMap((ply) => ply.text).join(" ");
  if (past.value) return say("You are looking at an earlier position.");
  if (table?.state === "over") return ""; // the result is shown above
  if (live.value && choice.value.picks.length > 0) return choosing();
  if (view?.prompt && view.moves) return view.prompt;
  if (view?.actor) return `${news()} ${tell("{1} is thinking.", `[${view.actor}:${view.actor}]`)}`;
  return "";
}

function MoveButton({ move, game, primary }: { move: Move; game: GameView; primary: boolean }) {
  return (
    <button
      type="button"
      class={`move ${primary ? "primary" : ""} ${hinted.value === move.move ? "hinted" : ""}`}
      disabled={sent.value !== undefined}
      onClick={() => play(move.move)}
    >
      <b>{game.label(move)}</b>
      {move.text && (
        <small>
          <Marked text={move.text} />
        </small>
      )}
    </button>
  );
}

/** The hint in words. On the board the parts of the suggested move are marked. */
function Hint() {
  const move = choice.value.moves.find((one) => one.move === hinted.value);
  if (!move) return null;
  return (
    <p class="hint-words" role="status">
      <Icon name="hint" /> {say("Hint")}: <code>{move.move}</code> <Marked text={move.text} />{" "}
      {chance.value !== undefined && tell("Chance to win: about {1} %.", chance.value)}
    </p>
  );
}

/** A refusal: its sentence, and its clause if it is one of the rules. */
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
      <button
        type="button"
        class="plain"
        aria-label={say("Close")}
        onClick={() => (notice.value = undefined)}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}

function Tools() {
  const now = choice.value;
  return (
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
  );
}

/** Tab moves the focus from the question to the first thing that can be chosen, wherever it is. */
function toChoice(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.key !== "Tab" || event.shiftKey || event.target !== event.currentTarget) return;
  const first = document.querySelector<HTMLElement>(
    ".board .offered, .others .offered, .dock .move:enabled, .dock .offered",
  );
  if (!first) return;
  event.preventDefault();
  first.focus();
}

export function Dock({ game }: { game: GameView }) {
  const words = useRef<HTMLParagraphElement>(null);
  const now = choice.value;
  const buttons = live.value ? now.buttons : [];
  const picks = live.value ? now.picks.length : 0;
  // The focus is never lost: if the element that had it is gone, it moves here, or to the result.
  useEffect(() => {
    if (document.activeElement !== document.body || !document.body.dataset.keys) return;
    (document.querySelector<HTMLElement>(".over h2") ?? words.current)?.focus();
  });
  // After a choice, the next things to choose are scrolled into view and get the focus.
  useEffect(() => {
    if (picks === 0) return;
    announce(choosing());
    const offered = [
      ...document.querySelectorAll<HTMLElement>(".board .offered, .others .offered"),
    ];
    if (offered.length > 0 && only.value === undefined) show(offered);
    if (document.body.dataset.keys) (offered[0] ?? words.current)?.focus();
  }, [picks]);
  return (
    <div class="dock-head">
      <p
        class={`prompt ${present.value?.moves && !past.value ? "asks" : ""}`}
        ref={words}
        tabIndex={-1}
        onKeyDown={toChoice}
      >
        <Marked text={prompt()} />
      </p>
      <Notice />
      <Hint />
      <div class="actions">
        {buttons.map((move) => (
          <MoveButton key={move.move} move={move} game={game} primary={buttons.length === 1} />
        ))}
        {picks > 0 && (
          <button type="button" class="quiet" onClick={back}>
            <Icon name="previous" />
            {say("Back")} <kbd>Esc</kbd>
          </button>
        )}
        {stepping.value && (
          <button type="button" class="stepping" onClick={() => stepOn()}>
            {say("Next")}
          </button>
        )}
        {past.value && (info.value?.state !== "over" || stepping.value) && (
          <button type="button" class="primary" onClick={() => look(undefined)}>
            {stepping.value ? say("Skip") : say("Back to the present")}
          </button>
        )}
        <Tools />
      </div>
    </div>
  );
}
