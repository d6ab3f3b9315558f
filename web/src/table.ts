// The table that is shown: what the server has sent about it, and the move that is being chosen.
import { batch, computed, signal } from "@preact/signals";
import { Choice, type Spot } from "./choose";
import { loadedGames } from "./game";
import { ask, linkState, me, onNews, onReturn, Refused, spoken, tryAsk } from "./link";
import { still } from "./motion";
import type { ChatLine, Message, Ply, Position, Replay, Table, View } from "./protocol";
import { acknowledge, saw, shareFor, unsaw } from "./seal";
import { language, say } from "./words";

export const info = signal<Table | undefined>(undefined);
export const present = signal<View | undefined>(undefined);
export const log = signal<Ply[]>([]);
export const chat = signal<ChatLine[]>([]);
/** Why the table cannot be shown. */
export const missing = signal<{ text: string; clause?: string } | undefined>(undefined);
/** An earlier position that is shown instead of the present one; `stepping` while the latest plies
 * are shown one by one. */
export const past = signal<(Replay & { stepping?: true }) | undefined>(undefined);
export const stepping = computed(() => past.value?.stepping ?? false);
/** The things that were chosen so far, as parts of a move. */
const picks = signal<Spot[]>([]);
/** In a guide: the only move that may be made now; "": no move; undefined: any move. */
export const only = signal<string | undefined>(undefined);
/** A move that was sent to the server and has no answer yet. */
export const sent = signal<string | undefined>(undefined);
/** Something that the player should read: a refusal, or why something is not possible. */
export const notice = signal<{ text: string; clause?: string } | undefined>(undefined);
/** The move that the server suggests, and the chance to win with it, in percent. */
export const hinted = signal<string | undefined>(undefined);
export const chance = signal<number | undefined>(undefined);

/** The position on the screen, and from which seat it is seen. */
export const position = computed<Position | undefined>(
  () => past.value?.view ?? present.value?.view,
);
export const viewer = computed(() => past.value?.seat ?? present.value?.seat ?? "spectator");
export const myTurn = computed(
  () => (present.value?.moves?.length ?? 0) > 0 && info.value?.state === "playing",
);
/** What happened up to the position on the screen. */
export const shownLog = computed(() =>
  log.value.filter((one) => one.ply <= (past.value?.ply ?? Infinity)),
);

export const choice = computed(() => {
  const moves = present.value?.moves ?? [];
  const onBoard = loadedGames.value[present.value?.game ?? ""]?.onBoard;
  return new Choice(
    only.value === undefined ? moves : moves.filter((move) => move.move === only.value),
    picks.value,
    onBoard,
    moves,
  );
});

/** Whether a move can be chosen now. */
export const live = computed(() => !past.value && !sent.value && info.value?.state === "playing");
const seated = computed(
  () =>
    info.value?.state === "playing" &&
    only.value === undefined &&
    info.value.seats.some((one) => one.seat === info.value?.you && !one.resigned),
);
const alone = computed(
  () => info.value?.seats.every((one) => one.is === "bot" || one.seat === info.value?.you) ?? false,
);
export const canUndo = computed(
  () =>
    seated.value && !info.value?.counts && log.value.some((one) => one.seat === info.value?.you),
);
export const canHint = computed(
  () => seated.value && alone.value && live.value && choice.value.moves.length > 1,
);

/** Called with each move that this page has made. */
export const made = new Set<(move: string) => void>();

const STEPS_MAX = 20; // plies that are shown one by one
const STEP_MIN = 800; // milliseconds for a ply, at least
const STEP_LETTER = { en: 45, ja: 90 }; // milliseconds for each letter of its text
const STEP_MAX = 7000; // milliseconds for a ply, at most
const STEPS_TIME = 20000; // milliseconds for all plies together, unless STEP_MIN needs more

let id: string | undefined;
let since = 0;
let received: string | undefined; // the language of what was received
let shoulder: string | undefined; // the seat whose cards a spectator sees
let looking = 0; // the number of the latest request for an earlier position

// For another player everything must be sent again.
computed(() => me.value?.id).subscribe(() => reset());
only.subscribe(() => (picks.value = []));

function seen(message: Message): void {
  since = Math.max(since, Number(message.id ?? 0));
}

function receiveLog(plies: Ply[]): void {
  const first = plies[0];
  if (first) unsaw(first.ply);
  if (first) log.value = [...log.value.filter((one) => one.ply < first.ply), ...plies];
}

function receiveView(view: View): void {
  batch(() => {
    const before = present.value;
    receiveLog(view.log);
    saw(view);
    // If moves were taken back, the log is shorter.
    log.value = log.value.filter((one) => one.ply <= view.ply);
    if (past.value && past.value.ply > view.ply) look(undefined);
    present.value = view;
    if (
      before &&
      before.seat === view.seat &&
      view.ply > before.ply + 1 &&
      view.ply <= before.ply + STEPS_MAX
    )
      stepThrough(before);
    if (before?.id !== view.id) {
      sent.value = undefined;
      hinted.value = undefined;
      notice.value = undefined;
      picks.value = [];
    }
  });
}

/** While plies are shown one by one: shows the next one at once. */
export let stepOn: () => void = () => undefined;

/** Shows what happened since a view ply by ply, so that the player can follow it: reveal, strike,
 * result. Plies that come in the meantime are shown after these. */
function stepThrough(before: View): void {
  if (past.value || still.value || document.visibilityState === "hidden") return;
  const mine = ++looking;
  past.value = { ...before, last: before.ply, stepping: true };
  void (async () => {
    for (let ply = before.ply + 1; ply < (present.value?.ply ?? 0); ply++) {
      const answer = await ask({
        type: "replay",
        table: before.table,
        ply,
        seat: before.seat,
      }).catch(() => undefined);
      if (mine !== looking || !answer) break;
      const shown = answer as unknown as Replay;
      past.value = { ...shown, stepping: true };
      const letters = shown.log.flatMap((one) => one.text).join("").length;
      await new Promise<void>((resolve) => {
        stepOn = resolve;
        const share = STEPS_TIME / ((present.value?.ply ?? ply) - ply);
        setTimeout(
          resolve,
          Math.max(STEP_MIN, Math.min(STEP_MAX, share, letters * STEP_LETTER[language.value])),
        );
      });
      if (mine !== looking) return;
    }
    if (mine === looking) look(undefined);
  })();
}

function receive(message: Message): void {
  if (message.table !== id) return;
  if (message.type === "table") {
    seen(message);
    info.value = message as unknown as Table;
    const share = shareFor(info.value);
    const { table } = info.value;
    if (share)
      ask({ type: "reveal", table, share }).then(
        () => acknowledge(table),
        () => undefined,
      );
  } else if (message.type === "view") {
    if (info.value) seen(message);
    receiveView(message as unknown as View);
  } else if (message.type === "removed") {
    missing.value = { text: String(message.text), clause: String(message.clause) };
  } else if (message.type === "log") {
    receiveLog(message.log as Ply[]);
  } else if (message.type === "chat") {
    seen(message);
    const lines = message.lines as ChatLine[];
    chat.value = [
      ...chat.value.filter((one) => !lines.some((line) => line.id === one.id)),
      ...lines,
    ].sort((a, b) => a.id - b.id);
  }
}

function reset(): void {
  looking++;
  since = 0;
  shoulder = undefined;
  batch(() => {
    info.value =
      present.value =
      past.value =
      missing.value =
      sent.value =
      notice.value =
      hinted.value =
        undefined;
    log.value = [];
    chat.value = [];
    picks.value = [];
  });
}

/** What is received on a connection in another language must be sent again as a whole. */
const watching = (table: string) => {
  if (received !== spoken) since = 0;
  received = spoken;
  return {
    type: "watch",
    table,
    ...(since ? { since } : {}),
    ...(shoulder ? { seat: shoulder } : {}),
  };
};

/** Follows the table, also after a lost connection, until the returned function is called. */
export function follow(table: string): () => void {
  id = table;
  reset();
  // Each call has its own listener, because the old table may be left after the new one is
  // followed.
  const ears = onNews((message) => table === id && receive(message));
  const back = onReturn(() => {
    ask(watching(table)).catch((why: unknown) => {
      if (id === table) missing.value = told(why);
    });
  });
  return () => {
    ears();
    back();
    if (linkState.value === "open" && info.value?.state !== "closed")
      tryAsk({ type: "unwatch", table });
    if (id !== table) return;
    id = undefined;
    reset();
  };
}

/** A spectator wants to see the cards of a seat; undefined: of no seat. */
export function lookOver(seat: string | undefined): void {
  if (!id) return;
  shoulder = seat;
  since = 0;
  void request(watching(id));
}

const told = (why: unknown) =>
  why instanceof Refused
    ? { text: why.message, clause: why.refusal.clause }
    : { text: why instanceof Error ? why.message : String(why) };

function refuse(why: unknown): void {
  notice.value = told(why);
}

/** Sends the move. It names the view's id, so it is played only once even if it is sent again. */
export function play(move: string): void {
  const view = present.value;
  if (!view || sent.value) return;
  sent.value = move;
  const asked = ask({ type: "move", table: view.table, id: view.id, move });
  for (const call of made)
    void asked.then(
      () => call(move),
      () => undefined,
    );
  asked.catch((why: unknown) => {
    if (present.value !== view) return;
    sent.value = undefined;
    picks.value = [];
    // The server sends a new view with this refusal, so the text is not needed.
    if (!(why instanceof Refused && why.refusal.clause === "stale")) refuse(why);
  });
}

/** The player has chosen a spot on the board. */
export function pick(spot: Spot): void {
  if (past.value) return;
  const now = choice.value;
  if (!now.offers(spot)) {
    if (now.chosen(spot)) back();
    else if (only.value !== undefined)
      notice.value = { text: say("The guide asks for something else now.") };
    else why(spot);
    return;
  }
  notice.value = undefined;
  picks.value = [...picks.value, spot];
  const { complete } = choice.value;
  if (complete) play(complete.move);
}

export function back(): void {
  if (notice.value) notice.value = undefined;
  else if (past.value) look(undefined);
  else if (!sent.value) picks.value = picks.value.slice(0, -1);
}

/** Asks the server why the spot cannot be chosen, and shows the answer. */
function why(spot: Spot): void {
  const view = present.value;
  if (!view || info.value?.state !== "playing" || !info.value.you) return;
  const verb = typeof spot.verb === "string" && spot.verb ? spot.verb : undefined;
  const about = [verb, spot.kind, spot.place, spot.seat, spot.number]
    .filter((word) => word !== undefined)
    .join(" ");
  ask({ type: "why", table: view.table, id: view.id, about }).then(
    (answer) => (notice.value = { text: String(answer.text), clause: String(answer.clause) }),
    refuse,
  );
}

export function hint(): void {
  const view = present.value;
  if (!view || !canHint.value) return;
  ask({ type: "hint", table: view.table, id: view.id }).then((answer) => {
    if (present.value !== view) return;
    hinted.value = String(answer.move);
    chance.value = answer.chance as number | undefined;
  }, refuse);
}

/** Sends a request about this table, and shows a refusal. */
export function request(
  message: { type: string } & Record<string, unknown>,
): Promise<Message | undefined> {
  return ask({ table: id, ...message }).catch((reason: unknown) => {
    refuse(reason);
    return undefined;
  });
}

/** A player is not muted any more: the server sends what they have said in the meantime. */
export function hearAgain(): void {
  if (!id) return;
  since = 0;
  void request(watching(id));
}

/** Asks to take back my last decision. */
export function undo(): void {
  if (canUndo.value) void request({ type: "undo" });
}

/** Shows an earlier position as the seat saw it; undefined: the present one. */
export function look(ply: number | undefined, seat?: string): void {
  const mine = ++looking;
  if (ply === undefined || id === undefined || stepping.value) past.value = undefined;
  if (ply === undefined || id === undefined) return;
  ask({ type: "replay", table: id, ply, seat: seat ?? viewer.value }).then((answer) => {
    if (mine === looking) past.value = answer as unknown as Replay;
  }, refuse);
}
