// What a game brings: how its cards look, what lies on its table, how its buttons are called.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Move, Position } from "./protocol";

export interface BoardProps {
  /** The position as the viewer sees it. */
  p: Position;
  /** Whose view it is; "spectator" or "all" besides the seats. */
  viewer: string;
}

export interface Stat {
  icon: string;
  value: string | number;
  label: string;
  /** It is what the match is won by: some of it may be counted only at the end. */
  points?: boolean;
}

export interface GameView {
  id: string;
  /** What lies in the middle. */
  Board: ComponentType<BoardProps>;
  /** What is mine: the hand, and what lies before me. */
  Mine: ComponentType<BoardProps & { seat: string }>;
  /** What lies before another seat, under its name. */
  Theirs?: ComponentType<BoardProps & { seat: string }>;
  /** Numbers beside a seat's name. */
  stats(p: Position, seat: string): Stat[];
  /** Whether the seat is out of it for now. */
  out?(p: Position, seat: string): boolean;
  /** Verbs whose numbers can be chosen on the board. */
  onBoard: string[];
  /** What a button for the move says. */
  label(move: Move): string;
}

/** Those that were needed so far. */
export const loadedGames = signal<Record<string, GameView>>({});

/** The element of a field by seat. */
export function bySeat<T>(field: unknown, seat: string): T {
  return (field as T[])[seat.charCodeAt(0) - 65] as T;
}

export function seats(players: number): string[] {
  return [..."ABCDEF"].slice(0, players);
}

/** The other seats, in the order in which they come after this one; all of them for a spectator. */
export function others(players: number, seat: string): string[] {
  const all = seats(players);
  const at = all.indexOf(seat);
  return at < 0 ? all : [...all.slice(at + 1), ...all.slice(0, at)];
}
