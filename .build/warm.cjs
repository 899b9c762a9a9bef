/**
 * Runs a bundle once, and keeps what V8 has compiled of it by then beside it, so that the next process need not; and what it says of the
 * whole program, which needs no bundle then.
 */
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { load } = require("../bin/agentcfg.cjs");

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

const SMALL = `version: 3
models:
  m: { provider: p, class: full, context_window: 1000 }
providers:
  p: { kind: { type: custom_beta_compatible }, url: https://p.example/v1 }
`;

/** Each kind of value. */
const MANY = { version: 3, tui: { a: [1.5, -2, true, false, null, "b\n", {}] } };

/** Starts a daemon of a session that nobody needs, asks it once, and ends it. */
async function serve({ main }) {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-warm-"));
  const [credential, config] = [join(folder, "credential.json"), join(folder, "config.yaml")];
  const token = "0123456789abcdef".repeat(4);
  const about = { version: 1, kind: "agent-daemon-credential", token };
  writeFileSync(credential, JSON.stringify(about), { mode: 0o600 });
  writeFileSync(config, SMALL);
  const headers = { authorization: `Bearer ${token}` };
  const write = async (line, done) => {
    done();
    const { url } = JSON.parse(line);
    await (await fetch(`${url}/sync`, { headers })).text();
    await fetch(`${url}/terminate`, { method: "POST", headers });
  };
  const words = ["daemon", "--credential-file", credential, "--state-dir", folder, "--global", config, "--no-project"];
  try {
    await run("main", words, { ...nowhere, write })({ main });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function keep(name, use) {
  const { exports, script } = load(name);
  await use(exports);
  writeFileSync(join(root, `dist/${name}.cache`), script.createCachedData());
}

async function keepAll() {
  await keep("yaml.cjs", ({ readGeneral }) => readGeneral(readFileSync(example, "utf8")));
  await keep("json.cjs", ({ readJson }) => readJson(`// So.\n${JSON.stringify(MANY)}`, "jsonc"));
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
  // Where a daemon cannot run, it starts a little later once it can.
  await keep("agent.cjs", serve).catch(() => {});
}

void keepAll();
