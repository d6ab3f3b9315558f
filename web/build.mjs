// Bundles the browser client, and writes all files that the server sends to browsers as a C table.
// Usage: node build.mjs OUTPUT.c DEPFILE ENGINE GAME...
// ENGINE is the engine for WebAssembly, or 'none'.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const home = dirname(here);
/** `ids` are the games that are offered. */
const [output, depfile, engine, ...ids] = process.argv.slice(2);

const folder = (id) => join(home, "games", id);
/** The games that have this file. */
const having = (name) => ids.filter((id) => existsSync(join(folder(id), name)));
const loaders = (name) =>
  `{${having(name)
    .map((id) => `${id}: () => import(${JSON.stringify(join(folder(id), name))})`)
    .join(",")}}`;

// The start page shows one picture (a scene) of each game. The rest of a game's art is loaded with
// its board.
const SCENE = /<symbol id="scene-[\s\S]*?<\/symbol>\n?/g;
function scenes() {
  const all = having("art.svg").flatMap(
    (id) => readFileSync(join(folder(id), "art.svg"), "utf8").match(SCENE) ?? [],
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${all.join("")}</svg>`;
}

/** A module with the words of a language: the common ones, and those of each game's board and
 * guide. */
const catalogue = (language) =>
  `import common from "../words/${language}/web.json";
   ${having(`board.${language}.json`)
     .map(
       (id) => `import ${id} from ${JSON.stringify(join(folder(id), `board.${language}.json`))};`,
     )
     .join("")}
   export default { common, games: { ${having(`board.${language}.json`).join(",")} } };`;

/** The worker that checks deals, as one script. */
async function worker() {
  const made = await build({
    absWorkingDir: here,
    entryPoints: ["src/check.ts"],
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022"],
  });
  return made.outputFiles[0].contents;
}

/** Makes the modules through which the client gets the parts of the games: 'tenka:games',
 * 'tenka:games.css' and 'tenka:words/LANGUAGE'. */
const games = {
  name: "games",
  setup(build) {
    build.onResolve({ filter: /^tenka:/ }, ({ path }) => ({ path, namespace: "tenka" }));
    build.onLoad({ filter: /games$/, namespace: "tenka" }, () => ({
      contents: `export const boards = ${loaders("board.tsx")};
        export const guides = ${loaders("guide.ts")};
        export const scenes = ${JSON.stringify(scenes())};`,
      resolveDir: here,
    }));
    build.onLoad({ filter: /words/, namespace: "tenka" }, ({ path }) => ({
      contents: catalogue(path.split("/")[1]),
      resolveDir: here,
    }));
    build.onLoad({ filter: /games\.css$/, namespace: "tenka" }, () => ({
      contents: having("board.css")
        .map((id) => `@import ${JSON.stringify(join(folder(id), "board.css"))};`)
        .join("\n"),
      loader: "css",
      resolveDir: here,
    }));
    build.onLoad({ filter: /engine$/, namespace: "tenka" }, () =>
      engine === "none"
        ? { contents: 'export default "";' }
        : {
            contents: `export { default } from ${JSON.stringify(resolve(engine))};`,
            resolveDir: here,
          },
    );
    build.onLoad({ filter: /check$/, namespace: "tenka" }, () => ({
      contents: 'export { default } from "tenka:check.js";',
      resolveDir: here,
    }));
    build.onLoad({ filter: /check\.js$/, namespace: "tenka" }, async () => ({
      contents: await worker(),
      loader: "file",
    }));
    build.onLoad({ filter: /games\/[^/]*\/art\.svg$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(SCENE, ""),
      loader: "text",
    }));
  },
};

const bundle = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  outdir: "out",
  write: false,
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "text", ".woff2": "file", ".wasm": "file" },
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  publicPath: "/",
  metafile: true,
  logLevel: "warning",
  plugins: [games],
});

const files = new Map(); // name: bytes
for (const file of bundle.outputFiles)
  files.set(relative(join(here, "out"), file.path), Buffer.from(file.contents));
const inputs = Object.keys(bundle.metafile.inputs)
  .filter((path) => !path.startsWith("tenka:"))
  .map((path) => resolve(here, path));
inputs.push(...ids.map(folder), join(here, "src/check.ts"));
if (engine !== "none") inputs.push(resolve(engine));

function add(name, path) {
  inputs.push(path);
  files.set(name, readFileSync(path));
}
add("favicon.svg", join(here, "favicon.svg"));
add("favicon-turn.svg", join(here, "favicon-turn.svg"));
for (const id of ids) {
  const japanese = join(folder(id), "rules.ja.md");
  add(`text/en/${id}.md`, join(folder(id), "rules.md"));
  add(`text/ja/${id}.md`, existsSync(japanese) ? japanese : join(folder(id), "rules.md"));
}

const named = (pattern) => [...files.keys()].find((name) => pattern.test(name));
// The page preloads the modules that the script imports, so that the browser does not have to read
// the script first.
const app = Object.entries(bundle.metafile.outputs).find(([path]) =>
  /app-[^/]*\.js$/.test(path),
)?.[1];
const begins = (app?.imports ?? [])
  .filter((one) => one.kind === "import-statement")
  .map((one) => `<link rel="modulepreload" href="/${relative("out", one.path)}">\n`);
const page = readFileSync(join(here, "index.html"), "utf8")
  .replace("<script ", `${begins.join("")}<script `)
  .replace("/app.js", `/${named(/^app-.*\.js$/)}`)
  .replace("/app.css", `/${named(/^app-.*\.css$/)}`);
files.set("index.html", Buffer.from(page));
inputs.push(join(here, "index.html"), join(here, "build.mjs"), join(home, "package-lock.json"));

// The contents go into one binary file next to the table. The assembler includes it quickly;
// compiling megabytes of numbers would be slow.
const blob = resolve(output).replace(/\.c$/, ".bin");
const pieces = [];
let rows = "";
let length = 0;
for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
  for (const [suffix, content] of [
    ["", bytes],
    [".gz", gzipSync(bytes, { level: 9 })],
  ]) {
    rows += `    {"${name}${suffix}", web_blob + ${length}, ${content.length}},\n`;
    pieces.push(content);
    length += content.length;
  }
writeFileSync(blob, Buffer.concat(pieces));
writeFileSync(
  output,
  `#include "server/server.h"
__asm__(".section .rodata\\n.global web_blob\\n.hidden web_blob\\nweb_blob:\\n.incbin \\"${blob}\\"\\n.byte 0\\n.previous");
extern const unsigned char web_blob[];
const struct file web_files[] = {
${rows}    {0},
};
`,
);
writeFileSync(depfile, `${output}: ${inputs.map((path) => path.replace(/ /g, "\\ ")).join(" ")}\n`);

if (process.env.SIZES)
  for (const [name, bytes] of files)
    console.log(String(gzipSync(bytes, { level: 9 }).length).padStart(8), name);
