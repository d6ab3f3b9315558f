// Made by web/types.mjs from the table of fields; './test --bless zipang' writes it anew.
import type { Card, Pile, Position, Seat } from "../../web/src/protocol";

export type Kind =
  | "emperor"
  | "peasant"
  | "bandit"
  | "merchant"
  | "princess"
  | "captain"
  | "monk"
  | "maiden"
  | "commander"
  | "ninja"
  | "tea"
  | "crazy"
  | "nobleman"
  | "warlord";

export interface View extends Position {
  learned: string;
  drain: number;
  campaign: number;
  phase: "play" | "taken" | "defend" | "window" | "steal" | "pick" | "deal" | "tie" | "over";
  starter: Seat;
  turn: Seat;
  card: Kind | "-";
  pending: string;
  struck: string;
  in: string;
  fresh: string;
  winner: string;
  leaders: string;
  pot: number;
  drained: number;
  coins: number[];
  discard: Pile;
  hand: Card[][];
  taken: Card[];
  buried: Card[];
  supply: Card[];
}
