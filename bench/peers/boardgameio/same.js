'use strict';
/* Checks that this is the same game as tenka's, by replaying matches of tenka ply by ply.
 *
 *   node same.js TENKA [--matches N] [--bot-games N]
 *
 * For 2, 3 and 4 players it plays N matches with tenka, takes the deals and the moves from their
 * records, and compares the whole state after each ply. Then it plays every seat of N other games
 * as a bot (docs/PROTOCOL.md), and compares the legal moves of each view. */
process.env.NODE_ENV ||= 'production';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const readline = require('node:readline');
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { parseArgs } = require('node:util');
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require('boardgame.io/internal');
const game = ProcessGameConfig(require('./game'));

const KINDS = {
  emperor: 6, empress: 7, daimyo: 8, shogun: 9, samurai: 12, ninja: 14, envoy: 16, monk: 18,
  farmer: 20,
};
const KIND_OF = Object.fromEntries(Object.entries(KINDS).map(([kind, card]) => [card, kind]));
const reduce = CreateGameReducer({ game });

/* ---- From tenka's JSON to a state here ---- */

const seatOf = (letter) => 'ABCD'.indexOf(letter);
const cardsOf = (pile) => Object.fromEntries(Object.entries(pile).map(([k, n]) => [KINDS[k], n]));
const zoneOf = (zone) => zone.map(({ kind }) => KINDS[kind]).reverse(); // the last is the top

function count(hand) {
  const counts = {};
  for (const { kind } of hand) counts[KINDS[kind]] = (counts[KINDS[kind]] || 0) + 1;
  return counts;
}

function looseOf({ loose }) {
  const [entry] = Object.entries(loose);
  return entry ? { card: KINDS[entry[0]], number: entry[1] } : null;
}

function firstOf({ first }) {
  return first === '-' ? null : first.replace('discard', 'pick').replace(/\d/, (d) => d - 1);
}

/* The public part of a table or a view. */
function publicOf(t) {
  return {
    round: t.round, scored: ['deal', 'over'].includes(t.phase), starter: seatOf(t.starter),
    first: firstOf(t), loose: looseOf(t), drawLeft: t.draw.map((zone) => zone.length),
    discards: t.discard.map(zoneOf), handSize: t.hand.map((hand) => hand.length),
    handSeen: t.hand.map((hand) => count(hand.filter(({ seen }) => seen && seen.includes('*')))),
    sets: t.set.map(cardsOf), gain: t.gain, score: t.score, best: t.best,
  };
}

function tableOf(t) {
  return {
    ...publicOf(t),
    players: Object.fromEntries(t.hand.map((hand, seat) => [seat, { hand: count(hand) }])),
    secret: { draw: t.draw.map(zoneOf) },
  };
}

/* The player to move, and their stage. */
function activeOf(t) {
  if (t.chooser !== '-') return { [seatOf(t.chooser)]: 'put' };
  return ['draw', 'play'].includes(t.phase) ? { [seatOf(t.turn)]: t.phase } : null;
}

function textOf({ move, args: [a, b] }) {
  if (move === 'lay') return `lay ${KIND_OF[a]} ${b}`;
  if (move === 'discard') return `discard ${KIND_OF[a]} ${b + 1}`;
  return move === 'deal' ? move : `${move} ${a + 1}`;
}

/* ---- States ---- */

const plain = (value) => JSON.parse(JSON.stringify(value)); // without prototypes

function compare(state, t, where) {
  const { G, ctx } = state;
  const expected = tableOf(t);
  if (t.phase === 'over') expected.starter = G.starter; // no further round, so it has no meaning
  assert.deepEqual(plain(G), plain(expected), where);
  assert.equal(ctx.gameover !== undefined, t.phase === 'over', where);
  if (ctx.gameover) return;
  assert.deepEqual(plain(ctx.activePlayers), activeOf(t), where);
  assert.equal(Number(ctx.currentPlayer), seatOf(t.turn), where);
}

/* The first state of a match. The seed is one with which the same player starts as in tenka's. */
function begin(numPlayers, t) {
  for (let seed = 0; ; seed++) {
    const state = InitializeGame({ game: { ...game, seed }, numPlayers });
    if (state.G.starter === seatOf(t.starter)) return { ...state, G: tableOf(t) };
  }
}

function step(state, text, t, where) {
  const playerID = Object.keys(state.ctx.activePlayers || { [state.ctx.currentPlayer]: '' })[0];
  const move = game.ai.enumerate(state.G, state.ctx, playerID).find((m) => textOf(m) === text);
  assert.ok(move, `${where}: '${text}' is not a legal move here`);
  const payload = { type: move.move, args: move.args, playerID };
  state = reduce(state, { type: 'MAKE_MOVE', payload });
  assert.equal(state.transients, undefined, where);
  if (move.move === 'deal') state = { ...state, G: tableOf(t) };
  compare(state, t, where);
  return state;
}

function movesOf(record) {
  const [, moves] = fs.readFileSync(record, 'utf8').split(/^moves:$/m);
  return [...moves.matchAll(/^ *\d+\. (.*)$/gm)].flatMap(([, line]) => line.split(', '));
}

function compareMatch(tenka, directory, numPlayers, seed) {
  const record = path.join(directory, `${numPlayers}-${seed}`);
  const numbers = Array.from({ length: 50000 }, () => 1 + Math.floor(Math.random() * 8));
  const play = ['play', 'glory', '--players', numPlayers, '--seed', seed, '--bot', 'random'];
  const stdio = ['pipe', 'pipe', 'ignore'];
  const run = (args, input = '') =>
    execFileSync(tenka, args.map(String), { input, maxBuffer: 1e8, stdio });
  run([...play, '--record', record], numbers.join('\n')); // seat A plays at random
  const table = (ply) => JSON.parse(run(['replay', record, '--ply', ply, '--json']));
  let state = begin(numPlayers, table(0));
  const moves = movesOf(record);
  moves.forEach((text, i) => {
    state = step(state, text, table(i + 1), `match ${record}, ply ${i + 1}, ${text}`);
  });
  assert.ok(state.ctx.gameover, 'the game is over after the last move');
  return moves.length;
}

/* ---- Legal moves ---- */

function answer({ id, seat, view, moves }) {
  const me = seatOf(seat);
  const G = { ...publicOf(view), players: { [me]: { hand: count(view.hand[me]) } } };
  const ctx = {
    numPlayers: view.players, activePlayers: activeOf(view),
    phase: view.phase === 'deal' ? 'scored' : 'round', currentPlayer: String(seatOf(view.turn)),
  };
  const here = game.ai.enumerate(G, ctx, String(me)).map(textOf);
  assert.deepEqual([...here].sort(), moves.map(({ move }) => move).sort());
  return { type: 'move', id, move: here[Math.floor(Math.random() * here.length)] };
}

function bot() {
  readline.createInterface({ input: process.stdin }).on('line', (line) => {
    console.log(JSON.stringify(answer(JSON.parse(line))));
  });
}

function compareMoves(tenka, directory, numPlayers, games) {
  const result = path.join(directory, `arena-${numPlayers}`);
  const self = `run:'${process.execPath}' '${__filename}' --bot`;
  execFileSync(tenka, ['arena', 'glory', '--players', String(numPlayers), '--bots', self,
    '--bots', self, '--games', String(games), '--threads', '1', '--json', result],
  { stdio: ['ignore', 'ignore', 'inherit'] });
  const { standings } = JSON.parse(fs.readFileSync(result, 'utf8'));
  for (const { troubles, first_trouble: first } of standings) assert.equal(troubles, 0, first);
  return standings.reduce((sum, { moves }) => sum + moves, 0);
}

/* ---- Command line ---- */

function main() {
  const { values, positionals } = parseArgs({
    options: {
      bot: { type: 'boolean' },
      matches: { type: 'string', default: '2' },
      'bot-games': { type: 'string', default: '12' },
    },
    allowPositionals: true,
  });
  if (values.bot) return bot();
  const [tenka] = positionals;
  assert.ok(tenka, 'node same.js TENKA');
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'tenka-same-'));
  for (const players of [2, 3, 4]) {
    let plies = 0;
    for (let i = 0; i < Number(values.matches); i++)
      plies += compareMatch(tenka, directory, players, `same${i}`);
    const views = compareMoves(tenka, directory, players, Number(values['bot-games']));
    console.log(JSON.stringify({ players, same_states: plies, same_legal_moves: views }));
  }
  fs.rmSync(directory, { recursive: true });
}

main();
