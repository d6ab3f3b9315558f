// The board of glory.
import type { GameView } from "./game";

const glory: GameView = { id: "glory", faces: () => ({ tint: "slate", badges: [] }), Board: () => null, Mine: () => null, stats: () => [], onBoard: [], label: (move) => move.move };

export default glory;
