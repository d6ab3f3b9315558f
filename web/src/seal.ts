// What this browser adds to the deal of a match: a random number (the share) and its SHA-256 (the
// seal). The seal is sent with the request for a seat; the share when the server asks for it, that
// is when all seats are taken. Until the match is over both are stored, with the server's
// commitment and the seals of all seats as they were when the share was revealed: the record must
// have the same ones.
import type { Seat, Table, View } from "./protocol";
import { isSeat } from "./protocol";
import { sha256 } from "./sha256";
import { recall, remember } from "./storage";

export interface Kept {
  seal: string;
  share: string;
  /** Since the share was revealed. */
  table?: string;
  /** The server has said that it stored the share. */
  acknowledged?: boolean;
  commitment?: string;
  seals?: Record<Seat, string>;
}

const KEPT_MAX = 20; // shares of the latest tables

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function all(): Kept[] {
  try {
    return JSON.parse(recall("seals") ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

function keep(one: Kept): void {
  const others = all().filter(({ seal }) => seal !== one.seal);
  remember("seals", JSON.stringify([one, ...others].slice(0, KEPT_MAX)));
}

const SEATED = ["create", "join", "again"];

/** What a request for a seat has in addition. A match from a seed is dealt from it alone. */
export function sealFor(request: { type: string } & Record<string, unknown>): { seal?: string } {
  if (!SEATED.includes(request.type) || request.seed !== undefined) return {};
  const share = crypto.getRandomValues(new Uint8Array(32));
  const seal = hex(sha256(share));
  keep({ seal, share: hex(share) });
  return { seal };
}

const sealsOf = (table: Table) =>
  Object.fromEntries(table.seats.flatMap(({ seat, seal }) => (seal ? [[seat, seal]] : [])));

/** The share that the table asks for; undefined if it asks for none, or the share is lost. It is
 * told only while all seats are taken, and only for one commitment and one set of seals. */
export function shareFor(table: Table): string | undefined {
  const mine = table.seats.find(({ seat }) => seat === table.you)?.seal;
  const one = all().find(({ seal }) => seal === mine);
  if (!one || !table.you || !table.reveal?.includes(table.you)) return undefined;
  if (table.seats.some(({ is }) => is === "free")) return undefined;
  const seals = sealsOf(table);
  const { commitment } = table;
  if (one.table) {
    const same = one.table === table.table && one.commitment === commitment;
    return same && JSON.stringify(one.seals) === JSON.stringify(seals) ? one.share : undefined;
  }
  keep({ ...one, table: table.table, commitment, seals });
  return one.share;
}

/** The server has stored the share for the table: it cannot leave it out any more. */
export function acknowledge(table: string): void {
  const one = revealedFor(table);
  if (one) keep({ ...one, acknowledged: true });
}

/** What this browser has revealed for the table. */
export function revealedFor(table: string): Kept | undefined {
  return all().find((one) => one.table === table);
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
