/** Runs a bundle once, and keeps what V8 has compiled of it by then beside it, so that the next process need not. */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { load } = require("../bin/load.cjs");

const nowhere = { isTTY: false, write: (_, done) => done?.() };
const root = join(__dirname, "..");
const warm = join(root, "fixtures/examples/workstation/global.yaml");

async function keep(name, entry, ...words) {
  const { exports, script } = load(name);
  const argv = [process.execPath, "agentcfg", ...words];
  await exports[entry]({ directory: root, argv, stdin: [], stdout: nowhere, stderr: nowhere });
  writeFileSync(join(root, `dist/${name}.cache`), script.createCachedData());
}

async function keepAll() {
  await keep("lint.cjs", "lintHot", "lint", "--no-global", "--no-project", warm);
  await keep("cli.cjs", "main", "--help");
}

void keepAll();
