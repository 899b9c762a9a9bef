/** Times whole commands in turn: each round runs all of them once, beside the empty process that they are compared with. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Options of Node, settings of a user and a coding agent that runs this would all change what is measured.
const { PATH, SystemRoot, TEMP } = process.env;
const env = { PATH, SystemRoot, TEMP };

/** A user who has run the program before: Node.js 22 keeps there what it has compiled. */
const home = mkdtempSync(join(tmpdir(), "agentcfg-bench-home-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
export const usual = { ...env, HOME: home };

/** Milliseconds. A command that says something else than it should is no measurement, for a crash is quick too. */
function timed({ command = process.execPath, args, code = 0, output = /^$/, cwd, env = usual }) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 1e9 });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== code || !output.test(stdout))
    throw new Error(
      `${command} ${args.slice(0, 4).join(" ")}: exit ${status}\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`,
    );
  return elapsed;
}

/** How often a function is called in a row, of which the median counts. */
const CALLS = 25;

/** Milliseconds of a function of this process, which is warm after the first round. */
function called(work) {
  const times = Array.from({ length: CALLS }, () => {
    const start = process.hrtime.bigint();
    work();
    return Number(process.hrtime.bigint() - start) / 1e6;
  });
  return medianOf(times);
}

function medianOf(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

/** Medians of so many rounds, after one that does not count. A slow row is run in every fifth round. */
export function mediansOf(rows, rounds) {
  const times = rows.map(() => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, row] of rows.entries()) {
      if (row.isSlow && round > 0 && round % 5 !== 0) continue;
      const elapsed = row.work === undefined ? timed(row) : called(row.work);
      if (round >= 0) times[index].push(elapsed);
    }
  }
  return times.map(medianOf);
}

/** The most memory that a Node process held, in MB. */
export function peakOf({ args, cwd }) {
  const file = join(tmpdir(), `agentcfg-peak-${process.pid}`);
  const spy = `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`;
  const required = `data:text/javascript,${encodeURIComponent(spy.replace('require("node:fs")', 'process.getBuiltinModule("node:fs")'))}`;
  try {
    spawnSync(process.execPath, ["--import", required, ...args], { cwd, env: usual, maxBuffer: 1e9 });
    return existsSync(file) ? Math.round(Number(readFileSync(file, "utf8")) / 1024) : undefined;
  } finally {
    rmSync(file, { force: true });
  }
}
