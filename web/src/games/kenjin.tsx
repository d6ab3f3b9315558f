// The board of kenjin.
import type { GameView } from "./game";

const kenjin: GameView = { id: "kenjin", faces: () => ({ tint: "slate", badges: [] }), Board: () => null, Mine: () => null, stats: () => [], onBoard: [], label: (move) => move.move };

export default kenjin;
