'use strict';
/* How fast boardgame.io's reducer plays Call to Glory: random legal moves on one core.
 *
 *   node reducer.js [--seconds S] [--players N]      speed, as JSON
 *   node reducer.js --check [--games N] [--players N] checks the game instead, ply by ply */
process.env.NODE_ENV ||= 'production';
const { parseArgs } = require('node:util');
const { performance } = require('node:perf_hooks');
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require('boardgame.io/internal');
const game = ProcessGameConfig(require('./game'));

const CARDS = [6, 7, 8, 9, 12, 14, 16, 18, 20];
const PLIES_MAX = 20000; // of one game; a few hundred are usual
const reduce = CreateGameReducer({ game });

function fail(message) {
  throw new Error(message);
}

/* The player to move; there is only one. */
function actor(ctx) {
  return ctx.activePlayers ? Object.keys(ctx.activePlayers)[0] : ctx.currentPlayer;
}

function makeMove({ move, args }, playerID) {
  return { type: 'MAKE_MOVE', payload: { type: move, args, playerID } };
}

function pickOne(list) {
  return list[Math.floor(Math.random() * list.length)];
}

/* Plays one game to its end; `look` is called before every ply and at the end. */
function playout(numPlayers, seed, look = () => {}) {
  let state = InitializeGame({ game: { ...game, seed }, numPlayers });
  let plies = 0;
  let choices = 0;
  while (state.ctx.gameover === undefined) {
    const playerID = actor(state.ctx);
    const moves = game.ai.enumerate(state.G, state.ctx, playerID);
    look(state, playerID, moves);
    if (moves.length > 1) choices++;
    state = reduce(state, makeMove(pickOne(moves), playerID));
    if (state.transients) fail('a legal move was refused');
    if (++plies > PLIES_MAX) fail('the game does not end');
  }
  look(state, null, []);
  return { plies, choices, ...state.ctx.gameover };
}

/* ---- Speed ---- */

function measure(numPlayers, seconds) {
  let seed = 0;
  const run = (limit) => {
    const start = performance.now();
    const sum = { games: 0, plies: 0, choices: 0, seconds: 0 };
    while (sum.seconds < limit) {
      const { plies, choices } = playout(numPlayers, `speed ${seed++}`);
      sum.games++;
      sum.plies += plies;
      sum.choices += choices;
      sum.seconds = (performance.now() - start) / 1000;
    }
    return sum;
  };
  run(Math.min(1, seconds / 2)); // warms up the compiler
  const { games, plies, choices, seconds: took } = run(seconds);
  return {
    game: 'glory', players: numPlayers, plies_per_s: Math.round(plies / took),
    choices_per_s: Math.round(choices / took), games, games_per_s: +(games / took).toFixed(2),
    plies_per_game: +(plies / games).toFixed(1),
  };
}

/* ---- Check ---- */

function add(counts, cards) {
  for (const card in cards) counts[card] = (counts[card] || 0) + cards[card];
}

/* No card is lost or duplicated, and the public numbers are right. */
function checkCards(G, seats) {
  const all = {};
  for (const card of [...G.secret.draw, ...G.discards].flat()) add(all, { [card]: 1 });
  for (let seat = 0; seat < seats; seat++) {
    const { hand } = G.players[seat];
    add(all, hand);
    add(all, G.sets[seat]);
    const size = Object.values(hand).reduce((a, b) => a + b, 0);
    if (size !== G.handSize[seat]) fail('the size of a hand is wrong');
    for (const card in G.handSeen[seat])
      if (!(G.handSeen[seat][card] <= hand[card])) fail('a seen card is not there');
  }
  if (G.loose) add(all, { [G.loose.card]: G.loose.number });
  for (const card of CARDS) if (all[card] !== card) fail(`${all[card]} cards of ${card}`);
  if (Object.keys(all).length !== CARDS.length) fail('an unknown card');
  if (G.secret.draw.some((pile, i) => pile.length !== G.drawLeft[i]))
    fail('the size of a draw pile is wrong');
}

function checkSets(G, seats) {
  for (const card of CARDS) {
    const sizes = G.sets.map((sets) => sets[card]).filter((n) => n !== undefined);
    const least = seats > 2 && [12, 14, 16].includes(card) ? 3 : 2;
    if (sizes.length > 1 || sizes.some((n) => n < least)) fail(`sets of ${card}`);
  }
}

/* A view contains only the hand of its player, nothing of the draw piles, and the same moves. */
function checkView({ G, ctx }, playerID, moves, seats) {
  for (let seat = 0; seat < seats; seat++) {
    const view = game.playerView({ G, ctx, playerID: String(seat) });
    if ('secret' in view || Object.keys(view.players).join() !== String(seat)) fail('a leak');
    const seen = JSON.stringify(game.ai.enumerate(view, ctx, String(seat)));
    if (seen !== JSON.stringify(String(seat) === playerID ? moves : []))
      fail('a view has other moves');
  }
  const spectator = game.playerView({ G, ctx, playerID: null });
  if ('secret' in spectator || Object.keys(spectator.players).length) fail('a leak');
}

const NEARLY = [...CARDS, 5, 10, '20', undefined];
const IMAGINABLE = [{ move: 'deal', args: [] }];
for (const pile of [-1, 0, 1, 2, undefined, '0']) {
  for (const move of ['draw', 'pick', 'put']) IMAGINABLE.push({ move, args: [pile] });
  for (const card of NEARLY) IMAGINABLE.push({ move: 'discard', args: [card, pile] });
}
for (const card of NEARLY)
  for (const n of [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 1.5, undefined])
    IMAGINABLE.push({ move: 'lay', args: [card, n] });

/* Of all moves in IMAGINABLE, the game accepts exactly those that it enumerates. */
function checkRefusals(state, playerID, moves, seats) {
  const legal = new Set(moves.map((m) => JSON.stringify(m)));
  const { error } = console;
  console.error = () => {}; // boardgame.io reports every refusal
  try {
    for (const move of IMAGINABLE)
      for (let seat = 0; seat < seats; seat++) {
        const next = reduce(state, makeMove(move, String(seat)));
        const taken = next.transients === undefined;
        const expected = String(seat) === playerID && legal.has(JSON.stringify(move));
        if (taken !== expected) fail(`${JSON.stringify(move)} of ${seat}: taken ${taken}`);
        if (!taken && next._stateID !== state._stateID) fail('a refused move changed the state');
      }
  } finally {
    console.error = error;
  }
}

function check(numPlayers, games) {
  const sum = { plies: 0, squares: 0, points: 0, point_squares: 0, wins: 0, looked: 0 };
  for (let i = 0; i < games; i++) {
    const scores = Array(numPlayers).fill(0);
    const look = (state, playerID, moves) => {
      const { G } = state;
      checkCards(G, numPlayers);
      checkSets(G, numPlayers);
      if (!playerID) return;
      if (moves.length === 0) fail('nobody can move');
      checkView(state, playerID, moves, numPlayers);
      if (G.scored)
        G.sets.forEach((sets, seat) => {
          for (const card in sets) scores[seat] += +card;
          if (scores[seat] !== G.score[seat]) fail('the score of a round is wrong');
        });
      if (sum.looked++ % 199 === 0) checkRefusals(state, playerID, moves, numPlayers);
    };
    const end = playout(numPlayers, `check ${i}`, look);
    sum.plies += end.plies;
    sum.squares += end.plies ** 2;
    for (const points of end.points) {
      sum.points += points;
      sum.point_squares += points ** 2;
    }
    sum.wins += end.ranks[0] === 1 ? 1 / end.ranks.filter((rank) => rank === 1).length : 0;
  }
  const mean = (total, squares, n) => {
    const value = total / n;
    const error = Math.sqrt((squares / n - value * value) / n);
    return { mean: +value.toFixed(2), standard_error: +error.toFixed(2) };
  };
  return {
    game: 'glory', players: numPlayers, check: 'ok', games,
    plies_per_game: mean(sum.plies, sum.squares, games),
    points: mean(sum.points, sum.point_squares, games * numPlayers),
    wins_of_first_seat: +(sum.wins / games).toFixed(3),
  };
}

/* ---- Command line ---- */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    players: { type: 'string', default: '2' },
    games: { type: 'string', default: '200' },
    check: { type: 'boolean', default: false },
  },
});
const players = Number(values.players);
const result = values.check
  ? check(players, Number(values.games))
  : measure(players, Number(values.seconds));
console.log(JSON.stringify(result));
