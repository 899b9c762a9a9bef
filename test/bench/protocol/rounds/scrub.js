/**
 * P15: the scrubber over ordinary text with 100 secrets, beside one pass of an automaton that only counts what it finds. `node scrub.js`. It
 * says megabytes in a second of both, of the same text in pieces as a model sends them and in 16 KiB, milliseconds to make the tables of an
 * inventory, their MiB, and how many forms are looked for.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formsOf, Inventory } from "../../../../dist/agent/session/scrub/inventory.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Random numbers below a bound, the same in each run. */
function chance(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const below = chance(15);
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** With a slash and an ampersand, so that there are ten forms of each at least. */
const secretOf = () => `${Array.from({ length: 38 }, () => LETTERS[below(64)]).join("")}/&`;

/** The documentation and the source of this project, with a secret in one of 50 lines. */
function textOf(secrets, least) {
  const files = ["docs", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:md|ts)$/.test(name) && !name.startsWith("generated"))
      .map((name) => join(root, folder, name)),
  );
  const lines = files.toSorted().flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const kept = lines.map((line) => (below(50) === 0 ? `${line} ${secrets[below(secrets.length)]}` : line));
  const once = kept.join("\n");
  return once.repeat(Math.ceil(least / once.length));
}

/** An automaton with a row of 128 for each node, as anybody would write one. */
function plainOf(patterns) {
  const rows = [new Int32Array(128)];
  const ends = [0];
  for (const pattern of patterns) {
    let node = 0;
    for (const character of pattern) {
      const unit = character.charCodeAt(0);
      if (rows[node][unit] === 0) {
        rows[node][unit] = rows.length;
        rows.push(new Int32Array(128));
        ends.push(0);
      }
      node = rows[node][unit];
    }
    ends[node] = 1;
  }
  const table = new Int32Array(rows.length * 128);
  const fail = new Int32Array(rows.length);
  const queue = [0];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at];
    for (let unit = 0; unit < 128; unit += 1) {
      const child = rows[node][unit];
      const other = node === 0 ? 0 : table[fail[node] * 128 + unit];
      table[node * 128 + unit] = child === 0 ? other : child;
      if (child === 0) continue;
      fail[child] = other;
      ends[child] |= ends[other];
      queue.push(child);
    }
  }
  const isEnd = Uint8Array.from(ends);
  return (text) => {
    let node = 0;
    let found = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      node = unit < 128 ? table[(node << 7) | unit] : 0;
      found += isEnd[node];
    }
    return found;
  };
}

function rateOf(bytes, work) {
  for (let each = 0; each < 3; each += 1) work();
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return bytes / 1000 / times.toSorted((a, b) => a - b)[3];
}

const secrets = Array.from({ length: 100 }, secretOf);
const forms = secrets.flatMap((secret) => [...formsOf(secret)]);
const text = textOf(secrets, 8_000_000);
const bytes = Buffer.byteLength(text);

const before = process.memoryUsage().arrayBuffers;
const start = performance.now();
const { scrubber } = new Inventory([{ reveal: () => secrets }]);
const made = performance.now() - start;
const memory = (process.memoryUsage().arrayBuffers - before) / 2 ** 20;

const inPieces = (length) => {
  const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
  return () => {
    const stream = scrubber.stream();
    let passed = 0;
    for (const piece of pieces) passed += stream.push(piece).length;
    return passed + stream.end().length;
  };
};

const plain = plainOf(forms);
const found = plain(text);
const scrubbed = scrubber.scrub(text);
const hidden = scrubbed.split("[redacted]").length - 1;
if (hidden < found || secrets.some((secret) => scrubbed.includes(secret))) throw new Error(`${hidden} of ${found}`);
if (inPieces(20)() !== scrubbed.length) throw new Error("pieces give something else");

console.log(
  JSON.stringify({
    ...{ plain: rateOf(bytes, () => plain(text)), whole: rateOf(bytes, () => scrubber.scrub(text)) },
    ...{ large: rateOf(bytes, inPieces(16_384)), small: rateOf(bytes, inPieces(20)) },
    ...{ made, memory, forms: forms.length, units: forms.join("").length, found, hidden },
  }),
);
