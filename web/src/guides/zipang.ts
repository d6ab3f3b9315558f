import type { Guide } from "../guide";
const guide: Guide = { game: "zipang", seed: "guide", players: 3, steps: () => [] };
export default guide;
