#!/usr/bin/env node
// A bot for tenka in JavaScript (docs/PROTOCOL.md). To play against it, or to measure it:
//   tenka play zipang --bot 'run:node examples/bots/bot.js'
//   tenka arena zipang --bots 'greedy,run:node examples/bots/bot.js' --games 100
// It prefers moves that bring points or target the leader, and avoids moves that give up.
const meek = ["done", "end", "decline", "discard", "fall", "refuse", "withdraw"];

function worth(move, view) {
  let sum = Math.random() - (meek.includes(move.parts.verb) ? 5 : 0);
  for (const found of move.text.matchAll(/(\d+) (points|money)/g)) sum += Number(found[1]);
  const riches = view.coins ?? view.score;
  for (const seat of move.parts.seats ?? "") sum += 1 + (riches?.[seat.charCodeAt(0) - 65] ?? 0);
  return sum;
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, view, moves } = JSON.parse(line);
    const worths = moves.map((move) => worth(move, view));
    const best = moves[worths.indexOf(Math.max(...worths))];
    console.log(JSON.stringify({ type: "move", id, move: best.move }));
  });
