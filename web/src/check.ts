// A worker that checks the record of a match with the engine itself: the same C code as on the
// server, compiled to WebAssembly. It is loaded only after a match.

export interface Question {
  engine: string;
  record: string;
  /** What the page was shown: ply, seat, view as JSON. */
  views: [number, string, string][];
}

export interface Answer {
  /** What is wrong with the record, or which ply was shown differently; else undefined. */
  wrong?: string;
  otherView?: number;
  plies: number;
}

interface Engine {
  memory: WebAssembly.Memory;
  _initialize(): void;
  page_text(): number;
  page_room(): number;
  page_check(): number;
  page_plies(): number;
  page_view(ply: number, seat: number): number;
}

/** The few functions of a system that the engine's C library wants. There are no files. */
const none = () => 8;
const wasi_snapshot_preview1 = {
  clock_time_get: none,
  fd_close: none,
  fd_fdstat_get: none,
  fd_seek: none,
  fd_write: none,
};

async function load(url: string): Promise<Engine> {
  const bytes = await (await fetch(url)).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1 });
  const engine = instance.exports as unknown as Engine;
  engine._initialize();
  return engine;
}

function read(engine: Engine): string {
  const bytes = new Uint8Array(engine.memory.buffer, engine.page_text());
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function write(engine: Engine, text: string): void {
  const bytes = new TextEncoder().encode(`${text}\0`);
  if (bytes.length > engine.page_room()) throw new Error("the record is too long");
  new Uint8Array(engine.memory.buffer, engine.page_text()).set(bytes);
}

/** Whether the record gives the seat the same view. */
function same(engine: Engine, [ply, seat, view]: [number, string, string]): boolean {
  return (
    engine.page_view(ply, seat.charCodeAt(0) - 65) !== 0 &&
    JSON.stringify(JSON.parse(read(engine))) === view
  );
}

async function check({ engine: url, record, views }: Question): Promise<Answer> {
  const engine = await load(url);
  write(engine, record);
  if (!engine.page_check()) return { wrong: read(engine), plies: 0 };
  const plies = engine.page_plies();
  const otherView = views.find((view) => !same(engine, view))?.[0];
  return otherView === undefined ? { plies } : { otherView, plies };
}

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  check(data).then(
    (answer) => postMessage(answer),
    (why: unknown) => postMessage({ failed: String(why) }),
  );
});
