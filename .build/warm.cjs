/**
 * Runs a bundle once, and keeps what V8 has compiled of it by then beside it, so that the next process need not; and what it says of the
 * whole program, which needs no bundle then.
 */
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { load } = require("../bin/load.cjs");

const nowhere = { isTTY: false, write: (_, done) => done?.() };
const root = join(__dirname, "..");
const example = join(root, "fixtures/examples/workstation/global.yaml");
const mistakes = join(root, "fixtures/examples/twelve-mistakes/project.yaml");
const run =
  (entry, words, stdout = nowhere) =>
  (exports) =>
    exports[entry]({
      directory: root,
      argv: [process.execPath, "agentcfg", ...words],
      stdin: [],
      stdout,
      stderr: nowhere,
    });

async function keep(name, use) {
  const { exports, script } = load(name);
  await use(exports);
  writeFileSync(join(root, `dist/${name}.cache`), script.createCachedData());
}

async function keepAll() {
  await keep("yaml.cjs", ({ readGeneral }) => readGeneral(readFileSync(example, "utf8")));
  await keep("lint.cjs", async (exports) => {
    for (const file of [example, mistakes])
      await run("lintHot", ["lint", "--no-global", "--no-project", file])(exports);
  });
  let help = "";
  const write = (text, done) => {
    help += text;
    done();
  };
  await keep("cli.cjs", run("main", ["--help"], { ...nowhere, write }));
  writeFileSync(join(root, "dist/help.txt"), help);
}

void keepAll();
