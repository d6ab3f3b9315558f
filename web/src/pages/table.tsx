// A table: its seats before the match, the board during it, the result and all positions after it.

import { boards } from "tenka:games";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type GameView, loadedGames, others } from "../game";
import { gameOf, titleOf } from "../games";
import { leaveGuide, resumeGuide } from "../guide";
import { linkState } from "../link";
import { type Snapshot, snapshot, travel } from "../motion";
import { Announcer } from "../parts/announce";
import { Dock } from "../parts/dock";
import { GuidePanel } from "../parts/guide";
import { ChooseGame } from "../parts/home";
import { Side } from "../parts/log";
import { SeatPanel } from "../parts/seats";
import { Away } from "../parts/tablemenu";
import { isSeat } from "../protocol";
import { loadRules, rules } from "../rules";
import { follow, info, missing, position, present, stepping, viewer } from "../table";
import { gameAtHand, language, say } from "../words";
import { Over, Slider, UndoQuestion } from "./after";
import { Waiting } from "./waiting";

/** Loads the board of the game. */
async function loadGame(id: string): Promise<void> {
  const load = boards[id];
  if (!load && !gameOf(id)) throw new Error(`no game ${id}`);
  const game = load ? (await load()).default : (await import("../board")).fieldBoard(id);
  gameAtHand.value = id;
  loadedGames.value = { ...loadedGames.value, [id]: game };
}

/** The game's board and rules, loaded when they are needed. */
function useGame(id: string | undefined): GameView | undefined {
  const speech = language.value;
  useEffect(() => {
    if (!id) return;
    let current = true;
    void Promise.all([loadGame(id), loadRules(id)]).then(([, page]) => {
      if (current) rules.value = page;
    });
    return () => {
      current = false;
    };
  }, [id, speech]);
  return id && rules.value?.game === id ? loadedGames.value[id] : undefined;
}

function Play({ id, game }: { id: string; game: GameView }) {
  const before = useRef<Snapshot | undefined>(undefined);
  const p = position.value;
  if (!p) return null;
  const seat = viewer.value;
  const seated = isSeat(seat);
  // The snapshot is taken before the page changes, and compared after that.
  before.current = snapshot();
  useLayoutEffect(() => {
    if (before.current) travel(before.current);
  }, [p]);
  const acts = present.value?.moves ? "my-turn" : "";
  const over = info.value?.state === "over" && !stepping.value ? info.value : undefined;
  return (
    <div class={`table game-${id} ${acts} ${over ? "is-over" : ""}`}>
      {over && <Over table={over} />}
      <ul class="others" aria-label={say("Players")}>
        {others(p.players, seat).map((one) => (
          <SeatPanel key={one} game={game} p={p} seat={one} />
        ))}
      </ul>
      <div class="board" role="region" tabIndex={0} aria-label={say("Board")}>
        <game.Board p={p} viewer={seat} />
      </div>
      <div class="dock" role="region" aria-label={say("You")}>
        <GuidePanel />
        <Away />
        <UndoQuestion />
        <Dock game={game} />
        {seated && (
          <div class="mine">
            <ul class="me">
              <SeatPanel game={game} p={p} seat={seat} mine />
            </ul>
            <game.Mine p={p} viewer={seat} seat={seat} />
          </div>
        )}
      </div>
      <Side />
      {over && <Slider />}
      <Announcer />
    </div>
  );
}

/** A page that says why there is nothing to play here, and where to go instead. */
function Nothing({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="page narrow">
      <h1>{title}</h1>
      {children}
    </main>
  );
}

function Missing({ clause, text }: { clause?: string; text: string }) {
  // The server refuses an impossible id as a bad message; to the player it is also a missing table.
  const unknown = ["table", "message"].includes(clause ?? "");
  return (
    <Nothing title={say("This table cannot be shown")}>
      <p>{unknown ? say("There is no such table.") : text}</p>
      {unknown && <p>{say("The invitation may be too old, or the end of the link is missing.")}</p>}
      <p class="row">
        <ChooseGame />
        <a class="button" href="/lobby">
          {say("See open tables")}
        </a>
      </p>
    </Nothing>
  );
}

export function TablePage({ id }: { id: string }) {
  useEffect(() => {
    const leave = follow(id);
    void resumeGuide(id);
    return () => {
      leave();
      leaveGuide();
    };
  }, [id]);
  const table = info.value;
  const game = useGame(table?.game);
  if (missing.value) return <Missing {...missing.value} />;
  if (!table)
    return (
      <main class="page">
        <p class="loading" role="status">
          {linkState.value === "open" ? say("Opening the table…") : ""}
        </p>
      </main>
    );
  if (table.state === "closed")
    return (
      <Nothing title={say("This table is closed")}>
        <p>{say("All players have left, or nobody came.")}</p>
        <p class="row">
          <ChooseGame />
        </p>
      </Nothing>
    );
  if (table.state === "waiting" && table.reveal === undefined) return <Waiting table={table} />;
  if (table.state === "playing" && !table.watched && !table.you)
    return (
      <Nothing title={titleOf(table.game)}>
        <p role="status">
          {say(
            "This match does not allow spectators. You will see the result here when it is over.",
          )}
        </p>
        <p class="row">
          <ChooseGame />
        </p>
      </Nothing>
    );
  return (
    <main class="table-page">
      <h1 class="unseen">{titleOf(table.game)}</h1>
      {game && present.value ? (
        <Play id={table.game} game={game} />
      ) : (
        <p class="loading" role="status">
          {say("Dealing…")}
        </p>
      )}
    </main>
  );
}
