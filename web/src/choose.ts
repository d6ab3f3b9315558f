// The one interaction engine. A legal move has parts; things on the screen name some of them (a
// Spot). To choose a spot narrows the moves to those that have its parts, until one is left whose
// parts were all named: that one is played.
import { type Move, members, type Parts } from "./protocol";

/** What a thing on the screen stands for in a move: all that it names must be there. */
export interface Spot {
  verb?: string | string[];
  kind?: string;
  seat?: string;
  place?: string;
  number?: number;
  /** A move that is complete with it still waits for its button. */
  asks?: boolean;
}

type Token = string;

/** Everything that the player must name: the verb goes without saying. */
function tokens(parts: Parts): Token[] {
  return [
    ...(parts.kind ? [`kind ${parts.kind}`] : []),
    ...members(parts.seats).map((seat) => `seat ${seat}`),
    ...(parts.places ?? []).map((place) => `place ${place}`),
    ...(parts.numbers ?? []).map((number) => `number ${number}`),
  ];
}

function named(spot: Spot): Token[] {
  return [
    ...(spot.kind ? [`kind ${spot.kind}`] : []),
    ...(spot.seat ? [`seat ${spot.seat}`] : []),
    ...(spot.place ? [`place ${spot.place}`] : []),
    ...(spot.number !== undefined ? [`number ${spot.number}`] : []),
  ];
}

const verbs = (verb: string | string[]): string[] => (Array.isArray(verb) ? verb : [verb]);

/** Whether two things can stand for the same verb. */
function meet(one: Spot["verb"], other: Spot["verb"]): boolean {
  return (
    one === undefined ||
    other === undefined ||
    verbs(one).some((verb) => verbs(other).includes(verb))
  );
}

export function fits(spot: Spot, { parts }: Move): boolean {
  const { verb } = spot;
  if (!meet(verb, parts.verb)) return false;
  const has = tokens(parts);
  return named(spot).every((token) => has.includes(token));
}

/** A choice under way: the legal moves, and the spots that were chosen so far. */
export class Choice {
  readonly left: Move[];
  private readonly known: Set<Token>;

  constructor(
    readonly moves: Move[],
    readonly picks: Spot[] = [],
    private readonly onBoard: string[] = [],
    /** All that is legal, where only some of it may be chosen: what need not be named is the
     * same. */
    private readonly legal: Move[] = moves,
  ) {
    this.left = moves.filter((move) => picks.every((pick) => fits(pick, move)));
    // What all legal moves have in common need not be named, unless there is but one of them. A
    // number on the board is a thing of its verb (draw 1 and pick 1 are two piles), and is always
    // to be shown.
    const things = legal.some((move) => onBoard.includes(move.parts.verb));
    const all = legal.map((move) => tokens(move.parts));
    const common =
      all.length > 1
        ? (all[0] ?? []).filter(
            (token) =>
              !(things && token.startsWith("number ")) && all.every((one) => one.includes(token)),
          )
        : [];
    this.known = new Set([...common, ...picks.flatMap(named)]);
  }

  /** What the move has that was not named yet. */
  private open(move: Move): Token[] {
    return tokens(move.parts).filter((token) => !this.known.has(token));
  }

  /** Whether the spot may be chosen now: it names something new of a move that is left. */
  offers(spot: Spot): boolean {
    const names = named(spot).filter((token) => !this.known.has(token));
    return this.left.some(
      (move) => fits(spot, move) && (names.length > 0 || named(spot).length === 0),
    );
  }

  chosen(spot: Spot): boolean {
    const names = named(spot);
    return (
      names.length > 0 &&
      this.picks.some(
        (pick) => meet(spot.verb, pick.verb) && names.every((token) => named(pick).includes(token)),
      )
    );
  }

  /** What is still to be named: the kinds of parts, in the order in which moves have them. */
  get wanted(): string[] {
    const open = this.left
      .flatMap((move) => this.open(move))
      .map((token) => token.split(" ")[0] ?? "");
    return ["kind", "seat", "place", "number"].filter((part) => open.includes(part));
  }

  pick(spot: Spot): Choice {
    return new Choice(this.moves, [...this.picks, spot], this.onBoard, this.legal);
  }

  /** The move to be played now, if the choice is complete. */
  get complete(): Move | undefined {
    const [move, more] = this.left;
    return move && !more && this.open(move).length === 0 && !this.picks.at(-1)?.asks
      ? move
      : undefined;
  }

  /** Moves that need no more than a button: nothing is open, or only a number that is not on the
   * board. */
  get buttons(): Move[] {
    return this.left.filter((move) => {
      const open = this.open(move);
      return (
        open.every((token) => token.startsWith("number ")) &&
        (open.length === 0 || !this.onBoard.includes(move.parts.verb))
      );
    });
  }
}
