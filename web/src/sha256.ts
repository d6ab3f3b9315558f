// SHA-256 of up to 55 bytes, which are one block: browsers offer it only on pages with https.

const PRIMES = [...Array(312).keys()].filter(
  (n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => p < n && n % p === 0),
);
/** The first 32 bits of the fraction. */
const fraction = (x: number) => Math.floor((x % 1) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** The sixteen words of the block, and the 48 that follow from them. */
function schedule(bytes: Uint8Array): number[] {
  const block = new Uint8Array(64);
  block.set(bytes);
  block[bytes.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(60, 8 * bytes.length);
  const w = Array.from({ length: 16 }, (_, i) => view.getInt32(4 * i));
  const at = (i: number) => w[i] as number;
  for (let i = 16; i < 64; i++) {
    const a = turn(at(i - 15), 7) ^ turn(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const b = turn(at(i - 2), 17) ^ turn(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    w.push((at(i - 16) + a + at(i - 7) + b) | 0);
  }
  return w;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  let [a, b, c, d, e, f, g, h] = START as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (const [i, word] of schedule(bytes).entries()) {
    const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t = (h + one + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + word) | 0;
    const two = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    [a, b, c, d, e, f, g, h] = [
      (t + two + ((a & b) ^ (a & c) ^ (b & c))) | 0,
      a,
      b,
      c,
      (d + t) | 0,
      e,
      f,
      g,
    ];
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries())
    digest.setInt32(4 * i, (x + (START[i] as number)) | 0);
  return new Uint8Array(digest.buffer);
}
