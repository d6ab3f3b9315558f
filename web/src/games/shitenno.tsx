// The board of shitenno.
import type { GameView } from "./game";

const shitenno: GameView = { id: "shitenno", faces: () => ({ tint: "slate", badges: [] }), Board: () => null, Mine: () => null, stats: () => [], onBoard: [], label: (move) => move.move };

export default shitenno;
