// How a player chooses a move, for all games. A legal move has parts (a card, seats, places,
// numbers). A thing on the screen (a Spot) names some parts. Choosing a spot keeps only the moves
// that have its parts. When one move is left and all of its parts have been named, it is played.
import { type Move, members, type Parts } from "./protocol";

/** The parts of a move that a thing on the screen names. The move must have all of them. */
export interface Spot {
  verb?: string | string[];
  kind?: string;
  seat?: string;
  place?: string;
  number?: number;
  /** A move that is complete with this spot still waits for a click on its button. */
  asks?: boolean;
}

type Token = string;

/** Everything that the player must name. The verb need not be named. */
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

/** Whether both allow the same verb. */
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

/** A choice that is being made: the legal moves, and the spots that were chosen so far. */
export class Choice {
  readonly left: Move[];
  private readonly known: Set<Token>;

  constructor(
    readonly moves: Move[],
    readonly picks: Spot[] = [],
    private readonly onBoard: string[] = [],
    /** All legal moves, if only some of them may be chosen. They decide what need not be named. */
    private readonly legal: Move[] = moves,
  ) {
    this.left = moves.filter((move) => picks.every((pick) => fits(pick, move)));
    // Parts that all legal moves have in common need not be named, unless there is only one legal
    // move. A number on the board belongs to its verb (draw 1 and pick 1 are two piles), so it must
    // always be named.
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

  /** The parts of the move that were not named yet. */
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

  /** Which sorts of parts must still be named, in the order in which moves have them. */
  get wanted(): string[] {
    const open = this.left
      .flatMap((move) => this.open(move))
      .map((token) => token.split(" ")[0] ?? "");
    return ["kind", "seat", "place", "number"].filter((part) => open.includes(part));
  }

  pick(spot: Spot): Choice {
    return new Choice(this.moves, [...this.picks, spot], this.onBoard, this.legal);
  }

  /** The move to play now, if the choice is complete. */
  get complete(): Move | undefined {
    const [move, more] = this.left;
    return move && !more && this.open(move).length === 0 && !this.picks.at(-1)?.asks
      ? move
      : undefined;
  }

  /** Moves that need only a button: all parts are named, except a number that is not on the
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
