/**
 * `npm run bench`: whole commands against an empty Node process, in turn, as ratios of medians within one run.
 * Milliseconds depend on the machine and the moment; ratios much less. Outputs are compared, for a crash is quick too.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROUNDS = Number(process.argv[2] ?? 15);
const folder = mkdtempSync(join(tmpdir(), "agentcfg-bench-"));
const { NODE_EXTRA_CA_CERTS: _a, NODE_OPTIONS: _b, NODE_COMPILE_CACHE: _c, ...env } = process.env;

function file(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const example = readFileSync("fixtures/examples/workstation/global.yaml", "utf8");
const mistakes = readFileSync("fixtures/examples/twelve-mistakes/project.yaml", "utf8");
const entries = Array.from(
  { length: 550 },
  (_, n) =>
    `  p${n}:\n    kind:\n      type: custom_beta_compatible\n    url: https://p${n}.example/v1\n    auth:\n      type: static_key\n      key: \${KEY_${n}}\n    headers:\n      X-Team: t${n}\n`,
);
const large = `version: 3\nproviders:\n${entries.join("")}`;

const unknown = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`x${n}`, 0])));

/** A thousand projects, each with a small file. */
const projects = Array.from({ length: 1000 }, (_, n) => {
  mkdirSync(join(folder, `p${n}/.agent`), { recursive: true });
  const model = `models:\n  m${n}: { provider: p, class: full, context_window: 1000 }\n`;
  const provider = `providers:\n  p: { kind: { type: custom_beta_compatible }, url: https://p${n}.example/v1 }\n`;
  const server = "mcp_servers:\n  s: { transport: stdio, command: s-mcp }\n";
  return file(`p${n}/.agent/config.yaml`, `version: 3\n${model}${provider}${server}`);
});
const readAll = "for (const name of process.argv.slice(1)) require('node:fs').readFileSync(name)";

const agentcfg = (...args) => ["bin/agentcfg.cjs", ...args];
const workloads = [
  { name: "`node -e 0`", args: ["-e", "0"], code: 0, output: /^$/ },
  {
    name: "lint, 113 lines of YAML",
    args: agentcfg("lint", "--no-project", file("a.yaml", example)),
    code: 0,
    output: /^$/,
  },
  {
    name: "lint, 6 lines of YAML",
    args: agentcfg("lint", "--no-project", file("s.yaml", readFileSync(projects[0], "utf8"))),
    code: 0,
    output: /^$/,
  },
  {
    name: "lint, 114 lines with an anchor, which the quick reader declines",
    args: agentcfg("lint", "--no-project", file("g.yaml", `${example}plugins: { a: &a 1, b: *a }\n`)),
    code: 0,
    output: /^$/,
  },
  {
    name: "lint, 31 lines with 7 mistakes, frames",
    args: agentcfg("lint", "--no-global", "--as", "project", file("b.yaml", mistakes)),
    code: 1,
    output: /unknown-key[\s\S]*out-of-range/,
  },
  {
    name: "lint, 4,952 lines of YAML",
    args: agentcfg("lint", "--no-project", file("c.yaml", large)),
    code: 0,
    output: /^$/,
  },
  {
    name: "lint, 60,000 unknown keys",
    args: agentcfg("lint", "--format", "concise", "--no-project", file("d.json", unknown)),
    code: 0,
    output: /x59999/,
  },
  {
    name: "lint, 1 MiB of quotes as YAML",
    args: agentcfg("lint", "--no-project", file("e.yaml", '"'.repeat(1_048_576))),
    code: 1,
    output: /syntax/,
  },
  { name: "read 1,000 files of 6 lines", args: ["-e", readAll, ...projects], code: 0, output: /^$/ },
  {
    name: "lint, the same 1,000 files",
    args: agentcfg("lint", "--no-global", "--quiet", ...projects),
    code: 0,
    output: /^$/,
  },
  { name: "`--help`", args: agentcfg("--help"), code: 0, output: /Usage/ },
];

function run({ args, code, output }) {
  const start = process.hrtime.bigint();
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: "utf8", maxBuffer: 1e9 });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== code || !output.test(stdout)) throw new Error(`${args.join(" ")}: exit ${status}\n${stdout}`);
  return elapsed;
}

try {
  const times = workloads.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, workload] of workloads.entries()) {
      const elapsed = run(workload);
      if (round >= 0) times[index].push(elapsed);
    }
  }
  const medians = times.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]);
  console.log("| workload | median ms | × floor |\n|---|--:|--:|");
  for (const [index, { name }] of workloads.entries()) {
    console.log(`| ${name} | ${medians[index].toFixed(0)} | ${(medians[index] / medians[0]).toFixed(2)} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
