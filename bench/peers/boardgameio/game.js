'use strict';
/* Call to Glory for boardgame.io: the base game for 2 to 4 players, without variants.
 * The clauses (C1, C2, ...) are those of games/glory/rules.md. */
const { INVALID_MOVE, PlayerView, TurnOrder } = require('boardgame.io/core');

/* A card is represented by its number, which is both its value and the number of its copies. */
const NAMES = {
  6: 'Emperor', 7: 'Empress', 8: 'Daimyo', 9: 'Shogun', 12: 'Samurai',
  14: 'Ninja', 16: 'Envoy', 18: 'Monk', 20: 'Farmer',
};
const CARDS = Object.keys(NAMES).map(Number);
const PILES = [0, 1];
const HAND = 3;
const ROUNDS = 4;

/* ---- Helpers that need only a player's view ---- */

/* The smallest set of a card that may be laid if none is on the table (C16). */
function leastSet(numPlayers, card) {
  return numPlayers > 2 && (card === 12 || card === 14 || card === 16) ? 3 : 2;
}

/* The owner of the set of a card on the table, or -1. */
function setOwner(G, card) {
  return G.sets.findIndex((sets) => sets[card]);
}

/* The smallest set of a card that may be laid now (C14). */
function neededSet(G, ctx, card) {
  const owner = setOwner(G, card);
  const more = owner < 0 ? 1 : G.sets[owner][card] + 1;
  return Math.max(more, leastSet(ctx.numPlayers, card));
}

/* An empty discard pile must be used first (C22 to C24). */
function mayDiscardTo(G, pile) {
  if (G.discards[0].length === 0) return pile === 0;
  if (G.discards[1].length === 0) return pile === 1;
  return pile === 0 || pile === 1;
}

/* C5, C20 */
function mayDraw(G, pile) {
  return PILES.includes(pile) && G.drawLeft[pile] > 0 && G.first !== `draw${pile}`;
}

function mayPick(G, pile) {
  return PILES.includes(pile) && G.discards[pile].length > 0 && G.first !== `pick${pile}`;
}

/* C26 to C28 */
function roundEnds(G, ctx) {
  const types = G.sets.map((sets) => Object.keys(sets).length);
  return (
    types.some((n) => n >= 8 - ctx.numPlayers) ||
    types.reduce((a, b) => a + b) === CARDS.length ||
    G.drawLeft.includes(0)
  );
}

/* All legal moves of the player, from the state or from their view. */
function enumerate(G, ctx, playerID) {
  const moves = [];
  const stage = ctx.activePlayers && ctx.activePlayers[playerID];
  if (stage === 'draw') {
    for (const pile of PILES) if (mayDraw(G, pile)) moves.push({ move: 'draw', args: [pile] });
    for (const pile of PILES) if (mayPick(G, pile)) moves.push({ move: 'pick', args: [pile] });
  } else if (stage === 'play') {
    const { hand } = G.players[playerID];
    const piles = PILES.filter((pile) => mayDiscardTo(G, pile));
    for (const key in hand) {
      const card = Number(key);
      for (let n = neededSet(G, ctx, card); n <= hand[card]; n++)
        moves.push({ move: 'lay', args: [card, n] });
      for (const pile of piles) moves.push({ move: 'discard', args: [card, pile] });
    }
  } else if (stage === 'put') {
    for (const pile of PILES)
      if (mayDiscardTo(G, pile)) moves.push({ move: 'put', args: [pile] });
  } else if (ctx.phase === 'scored' && ctx.currentPlayer === playerID) {
    moves.push({ move: 'deal', args: [] });
  }
  return moves;
}

/* ---- Moves ---- */

/* Puts a card into the hand of the player whose turn it is. The stage ends after the second one. */
function take({ G, events, playerID }, card, place) {
  const { hand } = G.players[playerID];
  hand[card] = (hand[card] || 0) + 1;
  G.handSize[playerID]++;
  if (G.first === null) {
    G.first = place;
  } else {
    G.first = null;
    events.setStage('play');
  }
}

/* Takes cards from a hand. Cards that everybody has seen there are taken first (C11). */
function spend(G, playerID, card, number) {
  const { hand } = G.players[playerID];
  const seen = G.handSeen[playerID];
  hand[card] -= number;
  if (hand[card] === 0) delete hand[card];
  G.handSize[playerID] -= number;
  if (seen[card] > number) seen[card] -= number;
  else delete seen[card];
}

function finishTurn({ G, ctx, events }) {
  if (roundEnds(G, ctx)) events.endPhase();
  else events.endTurn();
}

const draw = {
  move: (context, pile) => {
    const { G } = context;
    if (!mayDraw(G, pile)) return INVALID_MOVE;
    G.drawLeft[pile]--;
    take(context, G.secret.draw[pile].pop(), `draw${pile}`);
  },
  client: false, // the client does not know the card
};

function pick(context, pile) {
  const { G, playerID } = context;
  if (!mayPick(G, pile)) return INVALID_MOVE;
  const card = G.discards[pile].pop();
  G.handSeen[playerID][card] = (G.handSeen[playerID][card] || 0) + 1;
  take(context, card, `pick${pile}`);
}

function lay(context, card, number) {
  const { G, ctx, events, playerID } = context;
  if (!CARDS.includes(card) || !Number.isInteger(number)) return INVALID_MOVE;
  if (number < neededSet(G, ctx, card)) return INVALID_MOVE;
  if (!(G.players[playerID].hand[card] >= number)) return INVALID_MOVE;
  const beaten = setOwner(G, card);
  spend(G, playerID, card, number);
  if (beaten >= 0) {
    G.loose = { card, number: G.sets[beaten][card] };
    delete G.sets[beaten][card];
  }
  G.sets[playerID][card] = number;
  if (beaten >= 0) events.setActivePlayers({ value: { [beaten]: 'put' } }); // C18
  else finishTurn(context);
}

function discard(context, card, pile) {
  const { G, playerID } = context;
  if (!CARDS.includes(card) || !mayDiscardTo(G, pile)) return INVALID_MOVE;
  if (!G.players[playerID].hand[card]) return INVALID_MOVE;
  spend(G, playerID, card, 1);
  G.discards[pile].push(card);
  finishTurn(context);
}

function put(context, pile) {
  const { G } = context;
  if (!mayDiscardTo(G, pile)) return INVALID_MOVE;
  for (let i = 0; i < G.loose.number; i++) G.discards[pile].push(G.loose.card);
  G.loose = null;
  finishTurn(context);
}

const deal = { move: ({ events }) => events.endPhase(), client: false };

/* ---- Rounds ---- */

const DECK = CARDS.flatMap((card) => Array(card).fill(card));

/* C2, C3 */
function beginRound({ G, ctx, random }) {
  const deck = random.Shuffle(DECK);
  G.round++;
  G.scored = false;
  for (const id of ctx.playOrder) {
    const hand = {};
    for (const card of deck.splice(-HAND)) hand[card] = (hand[card] || 0) + 1;
    G.players[id] = { hand };
    G.handSize[id] = HAND;
    G.handSeen[id] = {};
    G.sets[id] = {};
    G.gain[id] = 0;
  }
  const half = Math.floor(deck.length / 2);
  G.secret.draw = [deck.slice(half), deck.slice(0, half)];
  G.drawLeft = G.secret.draw.map((pile) => pile.length);
  G.discards = [[], []];
}

/* C29, C30 */
function nextStarter(G, numPlayers) {
  const before = (a, b) => G.score[a] - G.score[b] || G.gain[a] - G.gain[b];
  let best = (G.starter + 1) % numPlayers;
  for (let i = 2; i <= numPlayers; i++) {
    const seat = (G.starter + i) % numPlayers;
    if (before(seat, best) < 0) best = seat;
  }
  return best;
}

/* Every type counts once, regardless of the number of its cards. */
function endRound({ G, ctx }) {
  G.sets.forEach((sets, seat) => {
    for (const card in sets) G.gain[seat] += Number(card);
    G.score[seat] += G.gain[seat];
    G.best[seat] = Math.max(G.best[seat], G.gain[seat]);
  });
  G.starter = nextStarter(G, ctx.numPlayers);
  G.scored = true;
}

/* C31 */
function standings(G) {
  const ahead = (a, b) => G.score[a] - G.score[b] || G.best[a] - G.best[b];
  const ranks = G.score.map((_, seat) => 1 + G.score.filter((_, o) => ahead(o, seat) > 0).length);
  return { points: [...G.score], ranks };
}

/* ---- The game ---- */

const fromStarter = { first: ({ G }) => G.starter, next: TurnOrder.DEFAULT.next };
const off = [
  'endTurn', 'pass', 'endPhase', 'setPhase', 'endGame', 'setActivePlayers', 'endStage', 'setStage',
];

module.exports = {
  name: 'glory',
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true, // nearly every move reveals a card
  events: Object.fromEntries(off.map((event) => [event, false])), // players must not trigger them

  setup: ({ ctx, random }) => ({
    round: 0,
    scored: false, // the round is over, and its sets still lie on the table
    starter: random.Die(ctx.numPlayers) - 1, // C1
    first: null, // the place of this turn's first draw
    loose: null, // a beaten set on its way to a pile
    drawLeft: [0, 0],
    discards: [[], []], // the last is the top
    handSize: Array(ctx.numPlayers).fill(0),
    handSeen: Array(ctx.numPlayers).fill({}), // what all have seen of a hand
    sets: Array(ctx.numPlayers).fill({}),
    gain: Array(ctx.numPlayers).fill(0),
    score: Array(ctx.numPlayers).fill(0),
    best: Array(ctx.numPlayers).fill(0),
    players: {}, // each player sees only their own entry
    secret: { draw: [[], []] },
  }),

  playerView: PlayerView.STRIP_SECRETS,

  phases: {
    round: {
      start: true,
      onBegin: beginRound,
      onEnd: endRound,
      next: 'scored',
      turn: {
        order: fromStarter,
        activePlayers: { currentPlayer: 'draw' },
        stages: {
          draw: { moves: { draw, pick } },
          play: { moves: { lay, discard } },
          put: { moves: { put } },
        },
      },
    },
    scored: { next: 'round', moves: { deal }, turn: { order: fromStarter } },
  },

  endIf: ({ G }) => (G.round === ROUNDS && G.scored ? standings(G) : undefined),

  ai: { enumerate },
};
