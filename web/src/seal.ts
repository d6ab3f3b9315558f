// What this browser adds to the deal of a match: a random number (the share) and its SHA-256 (the
// seal). The seal is sent with the request for a seat; the share when the server asks for it, that
// is when all seats are taken. Both are stored, with what the server has said since: which table
// the request was for, that it was granted, and the first commitment; when the share is revealed,
// also the seals of all seats. The record must have the same ones.
//
// So a server that never asks for the share is found out, too. A seal may be missing in the record
// only if the player has given up the seat before the match, on whatever device.
import type { Message, Seat, Table, View } from "./protocol";
import { isSeat } from "./protocol";
import { sha256 } from "./sha256";
import { recall, remember } from "./storage";

export interface Kept {
  seal: string;
  share: string;
  /** The table that the seal was sent for. */
  table?: string;
  /** The request with this seal was granted. It is not known of `again`, which may have named a
   * table that another player had opened before. */
  seated?: boolean;
  /** Since then, but before the match, the player had no seat. */
  left?: boolean;
  /** The match has begun, and the player had a seat. */
  played?: boolean;
  /** The first that was shown. */
  commitment?: string;
  /** Of all seats, since the share was revealed. */
  seals?: Record<Seat, string>;
  /** The server has said that it stored the share. */
  acknowledged?: boolean;
}

const KEPT_MAX = 60; // the latest requests for a seat; a rematch may need three

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function all(): Kept[] {
  try {
    return JSON.parse(recall("seals") ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

const store = (kept: Kept[]) => remember("seals", JSON.stringify(kept.slice(0, KEPT_MAX)));

/** Adds to what is known of some of the seals. */
function amend(which: (one: Kept) => boolean, change: (one: Kept) => Kept): void {
  const kept = all();
  if (kept.some(which)) store(kept.map((one) => (which(one) ? change(one) : one)));
}

const SEATED = ["create", "join", "again"];

/** What a request for a seat has in addition. A match from a seed is dealt from it alone. */
export function sealFor(request: { type: string } & Record<string, unknown>): { seal?: string } {
  if (!SEATED.includes(request.type) || request.seed !== undefined) return {};
  const share = crypto.getRandomValues(new Uint8Array(32));
  const seal = hex(sha256(share));
  const table = request.type === "join" ? String(request.table) : undefined;
  store([{ seal, share: hex(share), table }, ...all()]);
  return { seal };
}

/** The server has granted a request. */
export function granted(request: Message, answer: Message): void {
  if (request.type === "leave") leave(String(request.table));
  if (request.seal === undefined) return;
  const table = String(request.type === "join" ? request.table : answer.table);
  const seated = request.type !== "again";
  amend(
    ({ seal }) => seal === request.seal,
    (one) => ({ ...one, table, seated, left: undefined }),
  );
}

function leave(table: string): void {
  amend(
    (one) => one.table === table && !one.played,
    (one) => ({ ...one, left: true }),
  );
}

const sealOf = (table: Table) => table.seats.find(({ seat }) => seat === table.you)?.seal;

/** The server has told about a table. A seat with a seal of mine may be the first sign that the
 * request was granted: the connection may have been lost before the answer. */
export function told(table: Table): void {
  const waiting = table.state === "waiting";
  if (waiting && !table.you) leave(table.table);
  const { commitment } = table;
  const mine = sealOf(table);
  amend(
    (one) => (one.table ?? (one.seal === mine && table.table)) === table.table,
    (one) => ({
      commitment,
      ...one,
      ...(one.seal === mine ? { table: table.table, seated: true, left: undefined } : {}),
      ...(table.you && !waiting ? { played: true } : {}),
    }),
  );
}

const sealsOf = (table: Table) =>
  Object.fromEntries(table.seats.flatMap(({ seat, seal }) => (seal ? [[seat, seal]] : [])));

/** The share that the table asks for; undefined if it asks for none, or the share is lost. It is
 * told only while all seats are taken, and only for one table, one commitment and one set of
 * seals. */
export function shareFor(table: Table): string | undefined {
  const mine = sealOf(table);
  const one = all().find(({ seal }) => seal === mine);
  if (!one || !table.you || !table.reveal?.includes(table.you)) return undefined;
  if (table.seats.some(({ is }) => is === "free")) return undefined;
  const now = { table: table.table, commitment: table.commitment, seals: sealsOf(table) };
  const differs = (key: keyof typeof now) =>
    one[key] !== undefined && JSON.stringify(one[key]) !== JSON.stringify(now[key]);
  if (differs("table") || differs("commitment") || differs("seals")) return undefined;
  amend(
    ({ seal }) => seal === mine,
    (one) => ({ ...one, ...now }),
  );
  return one.share;
}

/** The server has stored the share for the table: it cannot leave it out any more. */
export function acknowledge(table: string): void {
  amend(
    (one) => one.table === table && one.seals !== undefined,
    (one) => ({ ...one, acknowledged: true }),
  );
}

/** What this browser has sent for the table. */
const sentFor = (table: string) => all().filter((one) => one.table === table);

/** What this browser has revealed for the table. */
export const revealedFor = (table: string) => sentFor(table).find(({ seals }) => seals);

/** Whether the server has promised this commitment and no other. */
export const promised = (table: string, commitment: string | undefined): boolean =>
  sentFor(table).every((one) => (one.commitment ?? commitment) === commitment);

/** What became of my seal, if I had a seat in the match and have sent one: the record, which has
 * these seals, has it; the server has ignored it; or I did not keep the seat, and sat down on another
 * device. */
export function sealIn(
  table: Table,
  seals: Record<Seat, string>,
): "used" | "ignored" | "elsewhere" | undefined {
  const sent = sentFor(table.table);
  const mine = table.you ? [seals[table.you]] : Object.values(seals);
  if (!sent.length || !(table.you || sent.some(({ played }) => played))) return undefined;
  if (sent.some(({ seal }) => mine.includes(seal))) return "used";
  if (sent.some(({ seated, left }) => seated && !left)) return "ignored";
  return sent.some(({ left }) => left) || mine[0] ? "elsewhere" : "ignored";
}

/** The views that this page was shown at the table, by ply: the seat, and the view as JSON. */
const views = new Map<number, [string, string]>();
let shown: string | undefined;

/** From this ply on, moves are new or were taken back: other views follow. */
export function unsaw(from: number): void {
  for (const ply of views.keys()) if (ply >= from) views.delete(ply);
}

/** The page was shown this view. */
export function saw(view: View): void {
  if (view.table !== shown) views.clear();
  shown = view.table;
  unsaw(view.ply);
  if (isSeat(view.seat)) views.set(view.ply, [view.seat, JSON.stringify(view.view)]);
}

export function seenAt(table: string): [number, string, string][] {
  return table === shown ? [...views].map(([ply, [seat, view]]) => [ply, seat, view]) : [];
}
