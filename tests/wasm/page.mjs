// The house as a module for WebAssembly: plays a match of every game in it, then makes the same calls natively and compares
// all answers, byte by byte.
// Usage: node page.mjs MODULE NATIVE TENKA

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [file, native, tenka] = process.argv.slice(2);
let failed = 0;
function say(name, good, why = "") {
  console.log(`${good ? "ok" : "not ok"} - ${name}`);
  if (!good && why) console.log(`# ${String(why).slice(0, 2000).replaceAll("\n", "\n# ")}`);
  failed += good ? 0 : 1;
}

const module = new WebAssembly.Module(readFileSync(file));
const wanted = WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`);
const expected = ["clock_time_get", "fd_close", "fd_fdstat_get", "fd_seek", "fd_write"].map(
  (name) => `wasi_snapshot_preview1.${name}`,
);
say(
  "the module imports no more than expected",
  wanted.every((one) => expected.includes(one)),
  wanted,
);

/** The module, and the calls that were made and their answers, as tests/wasm/native.c has them. */
class Page {
  calls = [];
  answers = [];

  constructor() {
    let instance;
    const refuse = () => 8; // EBADF: there are no files
    const fd_write = (_, list, count, written) => {
      const { buffer } = instance.exports.memory;
      const view = new DataView(buffer);
      let length = 0;
      for (let i = 0; i < count; i++) {
        const size = view.getUint32(list + 8 * i + 4, true);
        process.stderr.write(new Uint8Array(buffer, view.getUint32(list + 8 * i, true), size));
        length += size;
      }
      view.setUint32(written, length, true);
      return 0;
    };
    const clock_time_get = (_clock, _precision, at) => {
      new DataView(instance.exports.memory.buffer).setBigUint64(at, 0n, true);
      return 0;
    };
    const wasi_snapshot_preview1 = {
      fd_write,
      clock_time_get,
      fd_close: refuse,
      fd_fdstat_get: refuse,
      fd_seek: refuse,
    };
    instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1 });
    this.to = instance.exports;
    this.to._initialize();
  }

  get text() {
    const bytes = new Uint8Array(this.to.memory.buffer, this.to.page_text());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  set text(text) {
    const bytes = new TextEncoder().encode(`${text}\0`);
    new Uint8Array(this.to.memory.buffer, this.to.page_text()).set(bytes);
  }

  call(name, number = "", text = "") {
    this.calls.push(`${name} ${number} ${text.replaceAll("\n", "\x1f")}`.trimEnd());
    this.text = text;
    const seat = name === "view" ? [Number(text)] : [];
    const result = this.to[`page_${name}`](...(number === "" ? [] : [number]), ...seat);
    if (result === undefined) return result;
    if (name === "next" || name === "view")
      this.answers.push(`${result} ${result ? this.text : ""}`);
    else if (name === "check") this.answers.push(`${result} ${result ? "" : this.text}`);
    else this.answers.push(String(result));
    return result;
  }
}

/** What the client adds to the deal. */
const SHARE = "02".repeat(32);

/** Plays a match of one client against bots, and returns all messages to the client. */
function play(page, game, players) {
  const messages = [];
  let now = 1000000;
  let answered = -1;
  const client = page.call("enter");
  const send = (message) => {
    if (!page.call("send", client, JSON.stringify(message)))
      throw Error("the message was not taken");
  };
  const read = () => {
    const first = messages.length;
    while (page.call("next", client)) messages.push(JSON.parse(page.text));
    return messages.slice(first);
  };
  const settle = (message) => {
    send(message);
    page.call("work", now);
    return read();
  };
  settle({ type: "hello", version: 1, name: "Ann", notation: false });
  const seats = Array.from({ length: players }, (_, i) => (i ? "greedy" : "you"));
  const seal = createHash("sha256").update(Buffer.from(SHARE, "hex")).digest("hex");
  const table = settle({ type: "create", game, players, seats, seal, ref: 1 }).find(
    (m) => m.type === "created",
  ).table;
  settle({ type: "reveal", table, share: SHARE });
  for (let turn = 0; turn < 20000; turn++) {
    const last = messages.findLast((m) => m.type === "view");
    if (messages.findLast((m) => m.type === "table").state === "over" && last && !last.actor) break;
    if (last?.moves && last.id !== answered) {
      answered = last.id;
      const { move } = last.moves[(turn * 7) % last.moves.length];
      settle({ type: "move", table, id: last.id, move });
    } else {
      now = page.call("work", now);
      read();
    }
  }
  settle({ type: "record", table, ref: 2 });
  page.call("leave", client);
  return messages;
}

/** What the module says about a record. */
const check = (page, record) => (page.call("check", "", record) ? "good" : page.text);

for (const { id, players } of JSON.parse(
  execFileSync(tenka, ["games", "--json"], { encoding: "utf8" }),
)) {
  const page = new Page();
  page.call("open", "", "a seed");
  const messages = play(page, id, players.min);
  const last = messages.findLast((m) => m.type === "view");
  const { record } = messages.find((m) => m.type === "record") ?? {};
  say(
    `${id}: a match is played to its end`,
    record?.includes("result:"),
    JSON.stringify(messages.at(-1)),
  );
  say(`${id}: its record is good`, check(page, record) === "good", page.text);
  say(`${id}: the record has all plies`, page.call("plies") === last.ply);
  page.call("view", last.ply, "0");
  say(
    `${id}: the seat saw what follows from the record`,
    page.text === JSON.stringify(last.view),
    page.text,
  );
  const forged = record.replace(
    /^(secret: .*)(.)$/m,
    (_, rest, digit) => rest + (digit === "0" ? "1" : "0"),
  );
  const other = check(page, record.replace(SHARE, "03".repeat(32)));
  say(`${id}: another share is noticed`, other.includes("does not match its seal"), other);
  const wrong = check(page, forged);
  say(`${id}: another secret is noticed`, wrong.includes("does not match the commitment"), wrong);
  say(`${id}: ... and no views are shown`, page.call("plies") === -1 && !page.call("view", 0, "0"));
  page.call("close");
  const same = spawnSync(native, {
    input: `${page.calls.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const lines = same.stdout.split("\n");
  const differs = page.answers.findIndex((answer, i) => answer !== lines[i]);
  say(
    `${id}: the same calls have the same answers natively (${page.answers.length} calls)`,
    same.status === 0 && differs < 0 && lines.length === page.answers.length + 1,
    `${same.stderr}${page.calls[differs]}\n${page.answers[differs]}\n${lines[differs]}`,
  );
}
process.exit(failed ? 1 : 0);
