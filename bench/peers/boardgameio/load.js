'use strict';
/* Load for server.js: matches of two clients each. The clients speak boardgame.io's own protocol
 * (the lobby over HTTP, the match over socket.io) and play random legal moves of their views.
 *
 *   node load.js PORT [--matches N] [--seconds S]
 *
 * In each match the next move is sent as soon as both clients have seen the previous one. Prints,
 * as JSON, the number of moves, and how long it took from sending a move until the other client
 * saw it. Fails if the server was silent, refused a move, or showed a hidden hand. */
const { parseArgs } = require('node:util');
const { performance } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const { io } = require('socket.io-client');
const { ai, name } = require('./game');

const MATCHES_MAX = 200;
const SECONDS_MAX = 120;
const SEATS = ['0', '1'];
const SILENCE = 10000; // ms

const { values, positionals } = parseArgs({
  options: {
    matches: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
  },
  allowPositionals: true,
});
const server = `http://127.0.0.1:${Number(positionals[0])}`;
const matches = Math.min(Number(values.matches), MATCHES_MAX);
const seconds = Math.min(Number(values.seconds), SECONDS_MAX);

const total = { moves: 0, games: 0, leaks: 0, refused: 0, received: 0 };
const latencies = [];
let playing = false;

function giveUp(message) {
  console.error(`load.js: ${message}`);
  process.exit(1);
}

async function post(path, body) {
  const response = await fetch(`${server}/games/${name}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SILENCE),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/* Two seats with a socket each. When a game is over, they start a new one. */
class Table {
  constructor() {
    this.sockets = SEATS.map((seat) => {
      const socket = io(`${server}/${name}`, { transports: ['websocket'], forceNew: true });
      socket.on('sync', (matchID, { state }) => this.see(seat, matchID, state));
      socket.on('update', (matchID, state) => this.see(seat, matchID, state));
      socket.on('disconnect', (why) => playing && giveUp(`disconnected: ${why}`));
      return socket;
    });
  }

  async connect() {
    const connected = (socket) => new Promise((done) => socket.once('connect', done));
    await Promise.all(this.sockets.map(connected));
  }

  /* Makes a match, joins it, and waits until both clients have its first state. */
  async open() {
    const { matchID } = await post('create', { numPlayers: SEATS.length });
    this.credentials = [];
    for (const playerID of SEATS) {
      const joined = await post(`${matchID}/join`, { playerID, playerName: `seat ${playerID}` });
      this.credentials.push(joined.playerCredentials);
    }
    Object.assign(this, { matchID, id: -1, states: [null, null], sentAt: 0, sender: null });
    const ready = new Promise((done) => (this.ready = done));
    SEATS.forEach((seat, i) => {
      this.sockets[i].emit('sync', matchID, seat, this.credentials[i], SEATS.length);
    });
    await ready;
  }

  see(seat, matchID, state) {
    if (matchID !== this.matchID) return;
    const now = performance.now();
    total.received++;
    if (state.G.secret || Object.keys(state.G.players).join() !== seat) total.leaks++;
    if (this.states[seat] && state._stateID === this.states[seat]._stateID) total.refused++;
    this.states[seat] = state;
    this.heardAt = now;
    if (this.ready) {
      if (!this.states.every(Boolean)) return;
      this.ready();
      this.ready = null;
      this.id = state._stateID;
      return;
    }
    if (playing && this.sender !== null && seat !== this.sender) latencies.push(now - this.sentAt);
    if (this.states.every(({ _stateID }) => _stateID > this.id)) this.both(state);
  }

  /* Both clients have seen the move. */
  both(state) {
    this.id = state._stateID;
    if (!playing) return;
    total.moves++;
    if (state.ctx.gameover) {
      total.games++;
      this.open().then(() => this.move(), (error) => giveUp(error.message));
    } else {
      this.move();
    }
  }

  move() {
    if (!playing) return;
    const { ctx } = this.states[0];
    const seat = ctx.activePlayers ? Object.keys(ctx.activePlayers)[0] : ctx.currentPlayer;
    const { G, _stateID } = this.states[seat];
    const moves = ai.enumerate(G, ctx, seat);
    const { move, args } = moves[Math.floor(Math.random() * moves.length)];
    const payload = { type: move, args, playerID: seat, credentials: this.credentials[seat] };
    this.sender = seat;
    this.sentAt = performance.now();
    const action = { type: 'MAKE_MOVE', payload };
    this.sockets[seat].emit('update', action, _stateID, this.matchID, seat);
  }
}

function percentile(sorted, share) {
  return sorted.length ? +sorted[Math.ceil(share * sorted.length) - 1].toFixed(3) : null;
}

async function main() {
  setTimeout(() => giveUp('the test did not end in time'), seconds * 1000 + 3 * SILENCE).unref();
  const tables = Array.from({ length: matches }, () => new Table());
  await Promise.all(tables.map((table) => table.connect()));
  await Promise.all(tables.map((table) => table.open()));

  playing = true;
  const start = performance.now();
  const cpu = process.cpuUsage();
  tables.forEach((table) => table.move());
  await sleep(seconds * 1000);
  const took = (performance.now() - start) / 1000;
  playing = false;
  const { user, system } = process.cpuUsage(cpu);

  const silent = tables.filter((table) => performance.now() - table.heardAt > SILENCE).length;
  tables.forEach((table) => table.sockets.forEach((socket) => socket.close()));
  latencies.sort((a, b) => a - b);
  console.log(JSON.stringify({
    matches, seconds: +took.toFixed(2), moves: total.moves, games: total.games,
    moves_per_s: Math.round(total.moves / took), p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99), load_cpu_s: +((user + system) / 1e6).toFixed(2),
    refused: total.refused, leaks: total.leaks, silent,
  }));
  if (total.refused || total.leaks || silent || !total.moves)
    giveUp('a move was refused, a hand was shown, or the server was silent');
}

main();
