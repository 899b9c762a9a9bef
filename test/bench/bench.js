/**
 * `npm run bench -- [--rounds N] [--no-peers]`: whole commands as ratios of medians within one run, beside other tools, and the memory
 * they take. Writes the tables of docs/performance.md. Milliseconds depend on the machine and the moment; ratios much less.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpus.js";
import { libraryRows } from "./library.js";
import { mediansOf, peakOf } from "./measure.js";
import { writeReport } from "./page.js";
import { installPeers } from "./peers.js";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, peers: { type: "boolean", default: true } },
  allowNegative: true,
});
const folder = mkdtempSync(join(tmpdir(), "agentcfg-bench-"));

const READ_ALL = "for (const name of process.argv.slice(1)) require('node:fs').readFileSync(name)";
/** In times of the empty process. */
const ONE_FILE = Number.parseInt(process.versions.node, 10) < 22 ? 2.2 : 2;
const WRONG = { code: 1, output: /error/ };

/** `over`: the name of the row that it is compared with; the empty process unless it says otherwise. `goal`: in times of that. */
function rowsFor({ files, pair, many }, peers) {
  const agentcfg = (...args) => [resolve("bin/agentcfg.cjs"), ...args];
  const one = (name, file, rest = {}) => ({ name, args: agentcfg("lint", "--no-project", files[file]), ...rest });
  const checkedBy = (what, names, rest = {}) =>
    Object.entries(peers).map(([peer, command]) => ({
      name: `${what}: ${peer}`,
      ...command(names),
      isPeer: true,
      ...rest,
    }));
  const few = many.slice(0, 1000);
  const all = (names) => agentcfg("lint", "--no-global", "--quiet", ...names);
  const reading = (names) => ({ name: `read ${names.length} files of 8 lines`, args: ["-e", READ_ALL, ...names] });
  return [
    { name: "`node -e 0`", args: ["-e", "0"] },
    one("60 lines", "60.yaml", { goal: ONE_FILE }),
    one("113 lines", "113.yaml", { goal: ONE_FILE }),
    ...checkedBy("113 lines", [files["113.yaml"]]),
    one("250 lines", "250.yaml", { goal: ONE_FILE }),
    {
      name: "113 lines, and a project over them",
      args: agentcfg("lint", "--quiet", "--global", pair[0], "--project", pair[1]),
      goal: ONE_FILE,
    },
    one("118 lines with an anchor, which the quick reader declines", "anchor.yaml"),
    one("31 lines with 7 mistakes, frames", "mistakes.yaml", { ...WRONG, goal: 2.6 }),
    one("250 lines with 60 mistakes, frames", "250-wrong.yaml", WRONG),
    one("5,000 lines", "5000.yaml"),
    one("5,000 lines as a program writes them", "5000-generated.yaml"),
    ...checkedBy("5,000 lines as a program writes them", [files["5000-generated.yaml"]]),
    one("the same 5,000 lines as JSON", "5000.json"),
    one("as JSON with comments", "5000.jsonc"),
    one("60,000 unknown keys", "unknown.json", { output: /x0/, isSlow: true }),
    one("1 MiB of quotes", "quotes.yaml", WRONG),
    one("1 MiB of empty lines", "lines.yaml"),
    one("1 MiB of `- a`", "items.yaml", WRONG),
    { name: "`--help`", args: agentcfg("--help"), output: /Usage/, goal: 2.5 },
    reading(few),
    { name: "lint 1,000 files", args: all(few), over: reading(few).name, goal: 9 },
    {
      name: "the same without `--quiet`: all rules, and one finding in each",
      args: agentcfg("lint", "--no-global", "--fail-on", "info", ...few),
      ...{ code: 1, output: /more not shown/, over: reading(few).name },
    },
    {
      name: "1,000 files over one global layer of 113 lines",
      args: agentcfg("lint", "--quiet", "--global", files["113.yaml"], ...few),
      over: reading(few).name,
    },
    ...checkedBy("1,000 files", few, { over: reading(few).name, isSlow: true }).filter(
      ({ name }) => !name.includes("v8r"),
    ),
    { ...reading(many), isSlow: true },
    { name: "lint 10,000 files", args: all(many), over: reading(many).name, goal: 15, isSlow: true },
    ...libraryRows(files["5000.yaml"]),
  ];
}

function tableOf(rows, medians) {
  const at = (name) => medians[rows.findIndex((row) => row.name === name)];
  const lines = rows.map(({ name, over = "`node -e 0`", goal, isPeer }, index) => {
    const ratio = medians[index] / at(over);
    const verdict = goal === undefined ? "" : ratio <= goal ? `${goal}, met` : `${goal}`;
    const digits = medians[index] < 10 ? 1 : 0;
    return `| ${isPeer ? "· " : ""}${name} | ${medians[index].toFixed(digits)} | ${ratio.toFixed(2)} | ${verdict} |\n`;
  });
  return `| | median ms | × floor | goal |\n|---|--:|--:|--:|\n${lines.join("")}`;
}

function memoryOf(rows) {
  const wanted = [
    "`node -e 0`",
    "113 lines",
    "5,000 lines",
    "60,000 unknown keys",
    "lint 1,000 files",
    "lint 10,000 files",
  ];
  const peaks = wanted.map((name) => [name, peakOf(rows.find((row) => row.name === name))]);
  const lines = peaks.map(([name, peak]) => `| ${name} | ${peak} | ${(peak / peaks[0][1]).toFixed(2)} |\n`);
  return `| | most memory, MB | × floor |\n|---|--:|--:|\n${lines.join("")}`;
}

try {
  const rows = rowsFor(writeCorpus(folder, 10_000), values.peers ? installPeers(folder) : {});
  const rounds = Number(values.rounds);
  const medians = mediansOf(rows, rounds);
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const machine = `${cpus().length} cores, Node ${process.version}, agentcfg ${version}, median of ${rounds} rounds`;
  const report = `${machine}; the floor of the rows about many files is reading them.\n\n${tableOf(rows, medians)}\n${memoryOf(rows)}`;
  writeReport("measured", report);
  console.log(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
