'use strict';
/* boardgame.io's own server with Call to Glory, matches in memory, on the loopback only.
 *
 *   node server.js [PORT]
 *
 * Prints {"port":N} as soon as it listens (without PORT: on a free one), and when SIGTERM ends it
 * the CPU seconds that it took from then on. */
process.env.NODE_ENV ||= 'production';
delete process.env.FLATFILE_DIR; // else boardgame.io would write matches there
const { Server, Origins } = require('boardgame.io/server');
const game = require('./game');

async function main(port) {
  const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
  // boardgame.io hands `port` to net.Server.listen(), which takes an address in this way.
  const running = await server.run({ port: { host: '127.0.0.1', port } });
  console.log(JSON.stringify({ port: running.appServer.address().port }));
  const start = process.cpuUsage();
  process.on('SIGTERM', () => {
    const { user, system } = process.cpuUsage(start);
    const rss = process.memoryUsage.rss();
    console.log(JSON.stringify({ cpu_s: (user + system) / 1e6, rss_mb: Math.round(rss / 1e6) }));
    process.exit(0);
  });
}

main(Number(process.argv[2] || 0));
