'use strict';
/* boardgame.io's own server with Call to Glory: matches in memory, on the loopback interface only.
 *
 *   node server.js [PORT]
 *
 * Prints {"port":N} as soon as it listens; without PORT it takes a free one. When SIGTERM ends it,
 * prints the CPU seconds that it has used since it began to listen, and its memory. */
process.env.NODE_ENV ||= 'production';
delete process.env.FLATFILE_DIR; // otherwise boardgame.io would write matches there
const { Server, Origins } = require('boardgame.io/server');
const game = require('./game');

async function main(port) {
  const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
  // boardgame.io passes `port` to net.Server.listen(), which accepts an object with an address.
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
