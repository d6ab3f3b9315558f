// The table at which the page is: what the server has told about it, and the choice under way.
import { batch, computed, signal } from "@preact/signals";
import { Choice, type Spot } from "./choose";
import { loadedGame } from "./games/game";
import { Refused, ask, linkState, onNews, onReturn, tryAsk } from "./link";
import { still } from "./motion";
import type { ChatLine, Message, Ply, Position, Replay, Table, View } from "./protocol";
import { say } from "./words";

export const info = signal<Table | undefined>(undefined);
export const present = signal<View | undefined>(undefined);
export const log = signal<Ply[]>([]);
export const chat = signal<ChatLine[]>([]);
/** Why the table cannot be shown. */
export const missing = signal<string | undefined>(undefined);
/** An earlier position that is looked at instead of the present one. */
export const past = signal<Replay | undefined>(undefined);
/** What has just happened is shown ply by ply; then `past` is one of these. */
export const stepping = signal(false);
export const choice = signal(new Choice([]));
/** In a guide: the only move that may be made now; "" for none; undefined: any. */
export const only = signal<string | undefined>(undefined);
/** A move that is on its way to the server. */
export const sent = signal<string | undefined>(undefined);
/** Something that the player should read: a refusal, or what stands in the way. */
export const notice = signal<{ text: string; clause?: string } | undefined>(undefined);
export const hinted = signal<string | undefined>(undefined);

/** The position on the screen, and from which seat it is seen. */
export const position = computed<Position | undefined>(() => past.value?.view ?? present.value?.view);
export const viewer = computed(() => past.value?.seat ?? present.value?.seat ?? "spectator");
export const myTurn = computed(() => (present.value?.moves?.length ?? 0) > 0 && info.value?.state === "playing");

/** Who wants to know of moves that were made here. */
export const made = new Set<(move: string) => void>();

const STEPS_MAX = 20; // plies that are shown one by one
const STEP = 800; // milliseconds for each of them

let id: string | undefined;
let since = 0;
let looking = 0; // the latest request for an earlier position

function seen(message: Message): void {
  since = Math.max(since, Number(message.id ?? 0));
}

function receiveLog(plies: Ply[]): void {
  const first = plies[0];
  if (first) log.value = [...log.value.filter((one) => one.ply < first.ply), ...plies];
}

function receiveView(view: View): void {
  batch(() => {
    receiveLog(view.log);
    // Who goes back has a shorter log.
    log.value = log.value.filter((one) => one.ply <= view.ply);
    const fresh = present.value?.id !== view.id;
    const before = present.value?.ply;
    present.value = view;
    if (before !== undefined && view.ply > before + 1 && view.ply <= before + STEPS_MAX && !past.value) void stepThrough(before + 1, view);
    if (fresh) {
      sent.value = undefined;
      hinted.value = undefined;
      notice.value = undefined;
      choose();
    }
  });
}

/** Shows what happened between two views, so that it can be followed: reveal, strike, result. What comes meanwhile is shown after it. */
async function stepThrough(from: number, view: View): Promise<void> {
  if (still.value || document.visibilityState === "hidden") return;
  const mine = ++looking;
  stepping.value = true;
  for (let ply = from; ply < (present.value?.ply ?? 0); ply++) {
    const answer = await ask({ type: "replay", table: view.table, ply, seat: view.seat }).catch(() => undefined);
    if (mine !== looking || !answer) break;
    past.value = answer as unknown as Replay;
    await new Promise((resolve) => setTimeout(resolve, STEP));
    if (mine !== looking) break;
  }
  if (mine === looking) look(undefined);
}

/** The choice begins anew, with what may be chosen. */
function choose(): void {
  const moves = present.value?.moves ?? [];
  const onBoard = present.value && loadedGame(present.value.game)?.onBoard;
  choice.value = new Choice(only.value === undefined ? moves : moves.filter((move) => move.move === only.value), [], onBoard, moves);
}
only.subscribe(choose);

function receive(message: Message): void {
  if (message.table !== id) return;
  if (message.type === "table") {
    seen(message);
    info.value = message as unknown as Table;
  } else if (message.type === "view") {
    if (info.value) seen(message);
    receiveView(message as unknown as View);
  } else if (message.type === "log") {
    receiveLog(message.log as Ply[]);
  } else if (message.type === "chat") {
    seen(message);
    const lines = message.lines as ChatLine[];
    chat.value = [...chat.value.filter((one) => !lines.some((line) => line.id === one.id)), ...lines];
  }
}

/** Follows the table until it is left; over lost connections, too. */
export function follow(table: string): () => void {
  id = table;
  since = 0;
  batch(() => {
    stepping.value = false;
    info.value = present.value = past.value = missing.value = sent.value = notice.value = hinted.value = undefined;
    log.value = [];
    chat.value = [];
    choice.value = new Choice([]);
  });
  // Ears of its own: the table before may be left only after this one is followed.
  const ears = onNews((message) => table === id && receive(message));
  const back = onReturn(() => {
    ask({ type: "watch", table, ...(since ? { since } : {}) }).catch((why: Error) => {
      if (id === table) missing.value = why.message;
    });
  });
  return () => {
    ears();
    back();
    if (linkState.value === "open" && info.value?.state !== "closed") tryAsk({ type: "unwatch", table });
    if (id === table) id = undefined;
  };
}

function refuse(why: unknown): void {
  sent.value = undefined;
  notice.value = why instanceof Refused ? { text: why.message, clause: why.refusal.clause } : { text: String(why) };
}

/** Sends the move. It carries the view's id, so it is played once, however often it is sent. */
export function play(move: string): void {
  const view = present.value;
  if (!view || sent.value) return;
  sent.value = move;
  const asked = ask({ type: "move", table: view.table, id: view.id, move });
  for (const call of made) void asked.then(() => call(move), () => undefined);
  asked.catch((why: unknown) => {
    // The view that comes with this refusal says more than its words.
    if (why instanceof Refused && why.refusal.clause === "stale") sent.value = undefined;
    else refuse(why);
  });
}

/** A spot on the board was chosen. */
export function pick(spot: Spot): void {
  if (past.value) return;
  const now = choice.value;
  if (!now.offers(spot)) {
    if (now.chosen(spot)) back();
    else if (only.value !== undefined) notice.value = { text: say("The guide asks for something else just now.") };
    else why(spot);
    return;
  }
  notice.value = undefined;
  const next = now.pick(spot);
  choice.value = next;
  if (next.complete) play(next.complete.move);
}

export function back(): void {
  if (notice.value) notice.value = undefined;
  else if (past.value) look(undefined);
  else if (!sent.value) choice.value = choice.value.back();
}

/** Asks for the clause that stands against it. */
function why(spot: Spot): void {
  const view = present.value;
  if (!view || info.value?.state !== "playing" || !info.value.you) return;
  const about = [spot.kind, spot.place, spot.seat, spot.number].filter((word) => word !== undefined).join(" ");
  ask({ type: "why", table: view.table, id: view.id, about }).then(
    (answer) => (notice.value = { text: String(answer.text), clause: String(answer.clause) }),
    refuse,
  );
}

export function hint(): void {
  const view = present.value;
  if (!view) return;
  ask({ type: "hint", table: view.table, id: view.id }).then((answer) => (hinted.value = String(answer.move)), refuse);
}

/** Any request about this table; a refusal is shown. */
export function request(message: { type: string } & Record<string, unknown>): Promise<Message | undefined> {
  return ask({ table: id, ...message }).catch((reason: unknown) => {
    refuse(reason);
    return undefined;
  });
}

/** Goes back to before my last move. */
export function undo(): void {
  const you = info.value?.you;
  const mine = [...log.value].reverse().find((one) => one.seat === you);
  if (mine) void request({ type: "undo", ply: mine.ply - 1 });
  else notice.value = { text: say("There is nothing to take back.") };
}

/** Shows an earlier position, as the seat saw it; undefined: the present again. */
export function look(ply: number | undefined, seat?: string): void {
  const mine = ++looking;
  stepping.value = false;
  if (ply === undefined || id === undefined) {
    past.value = undefined;
    return;
  }
  ask({ type: "replay", table: id, ply, seat: seat ?? viewer.value }).then(
    (answer) => {
      if (mine === looking) past.value = answer as unknown as Replay;
    },
    refuse,
  );
}
