// The board of kunitori.
import type { GameView } from "./game";

const kunitori: GameView = { id: "kunitori", faces: () => ({ tint: "slate", badges: [] }), Board: () => null, Mine: () => null, stats: () => [], onBoard: [], label: (move) => move.move };

export default kunitori;
