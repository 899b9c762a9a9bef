/** SHA-256 (FIPS 180-4), for a machine without a synchronous one. Part of the host. */

/** The first 32 bits of the fractional parts of a root of each of the first 64 primes. */
function constants(root: (prime: number) => number): readonly number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < 64; next += 1) if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0);
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** In hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array((Math.floor((bytes.length + 8) / 64) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const round = constants(Math.cbrt);
  const hash = Int32Array.from(constants(Math.sqrt).slice(0, 8));
  const words = new Int32Array(64);
  const word = (index: number): number => words[index] ?? 0;
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n += 1) words[n] = view.getInt32(block + n * 4);
    for (let n = 16; n < 64; n += 1) {
      const [early, late] = [word(n - 15), word(n - 2)];
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      words[n] = word(n - 16) + first + word(n - 7) + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let n = 0; n < 64; n += 1) {
      const first =
        h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (round[n] ?? 0) + word(n);
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => {
      hash[index] = (hash[index] ?? 0) + value;
    });
  }
  return Array.from(hash, (value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}
