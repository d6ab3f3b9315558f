// Made by web/types.mjs from the table of fields; './test --bless kenjin' writes it anew.
import type { Card, Pile, Position, Seat } from "../../web/src/protocol";

export type Kind =
  | "scout"
  | "shugenja"
  | "general"
  | "assassin"
  | "ashigaru"
  | "lord"
  | "archer"
  | "samurai"
  | "brute"
  | "peasant";

export type Place =
  | "port"
  | "rice"
  | "village"
  | "camp"
  | "torii"
  | "bridge"
  | "sanctuary"
  | "palace"
  | "temple"
  | "fortress";

export interface View extends Position {
  learned: string;
  teams: number;
  draft: number;
  phase:
    | "draft"
    | "deploy"
    | "kill"
    | "expose"
    | "look"
    | "move"
    | "reveal"
    | "fight"
    | "sacrifice"
    | "supply"
    | "over";
  starter: Seat;
  turn: Seat;
  at:
    | "-"
    | "port"
    | "rice"
    | "village"
    | "camp"
    | "torii"
    | "bridge"
    | "sanctuary"
    | "palace"
    | "temple"
    | "fortress";
  tile: string[];
  offer: string[];
  fought: number;
  holder: string[];
  supplied: string[];
  faceup: number[];
  pending: string;
  last: number[];
  coward: string;
  assassins: number[];
  stack: Card[][][];
  removed: Card[][];
  hand: Card[][];
  fallen: Pile[];
}
