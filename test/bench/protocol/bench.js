/**
 * `npm run bench:protocol -- [--rounds N] [--seconds N] [--no-peers] [--rows P4,P9]`: the daemon's streaming beside servers that do the same another way, as
 * ratios of medians within one run. Writes its table of docs/performance.md; with `--rows` it prints these alone. Rates depend on the machine and the moment; ratios less.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { usual as env } from "../measure.js";
import { writeReport } from "../page.js";
import { installPeers, VERSIONS } from "./peers.js";
import { rowsFor } from "./rows.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "30" },
    peers: { type: "boolean", default: true },
    rows: { type: "string" },
  },
  allowNegative: true,
});
const folder = mkdtempSync(join(tmpdir(), "agentcfg-bench-protocol-"));

/** What a round says. One that fails is no measurement. */
function said(program, words) {
  const file = fileURLToPath(new URL(`rounds/${program}.js`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")}: exit ${status}\n${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout);
}

/** The median of each row. Rows of one program with the same words share its rounds; all programs run once in each round, in turn. */
function mediansOf(rows, rounds) {
  const keyOf = ({ program, words }) => [program, ...words].join(" ");
  const runs = new Map(rows.map((row) => [keyOf(row), { ...row, results: [] }]));
  for (let round = 0; round < rounds; round += 1)
    for (const { program, words, results } of runs.values()) results.push(said(program, words));
  return rows.map((row) => {
    const found = runs.get(keyOf(row)).results.map((result) => result[row.value]);
    return found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)];
  });
}

const verdict = (isMet) => (isMet ? ", met" : "");

function linesOf(rows, medians) {
  return rows.flatMap(({ name, unit, scale = 1, least, most, compared = [] }, index) => {
    const value = medians[index];
    const shown = value * scale;
    const text = `${shown.toFixed(shown < 100 ? 2 : 0)} ${unit}`;
    const above = least === undefined ? "" : `at least ${least} ${unit}${verdict(value >= least)}`;
    const own = most === undefined ? above : `at most ${most} ${unit}${verdict(value <= most)}`;
    const others = compared.flatMap(({ over, least, most: atMost }) => {
      const at = rows.findIndex((row) => row.name === over);
      if (at === -1) return [];
      const ratio = value / medians[at];
      const isMet = least === undefined ? ratio <= atMost : ratio >= least;
      const goal = least === undefined ? `at most ${atMost} ×` : `at least ${least} ×`;
      return [`| · over ${over.replace(/^P\d+ /, "")} | ${ratio.toFixed(2)} × | ${goal}${verdict(isMet)} |\n`];
    });
    return [`| ${name} | ${text} | ${own} |\n`, ...others];
  });
}

try {
  const hasPeers = values.peers && installPeers(folder);
  if (values.peers && !hasPeers) console.error("the registry does not give the other packages: they are left out");
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const wanted = values.rows?.split(",");
  const isWanted = ({ name }) => wanted === undefined || wanted.includes(name.split(" ")[0]);
  const rows = rowsFor(seconds, hasPeers ? folder : undefined).filter(isWanted);
  const medians = mediansOf(rows, rounds);
  const versions = Object.entries(VERSIONS).map(([name, version]) => `${name} ${version}`);
  const others = hasPeers ? versions.join(", ") : "no other packages";
  const about = `${cpus().length} cores, Node ${process.version}, ${others}; median of ${rounds} rounds, ${seconds} seconds for P5.`;
  const table = `| | median | goal |\n|---|--:|--:|\n${linesOf(rows, medians).join("")}`;
  const report = `${about}\n\n${table}`;
  if (wanted === undefined) writeReport("protocol", report);
  console.log(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
