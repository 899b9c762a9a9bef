/** Starts that fail: the reason stands where the user looks, says what to do, and nothing is left of a session that never began (P-S59). */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { some } from "../cases.js";
import { OFFLINE } from "../daemon/bench.js";
import { single } from "../model/asking.js";
import { isRunning, place, Running, run, whenever } from "./process.js";

const KEY = "auth: { type: static_key, key: '${CORP_KEY}' }";

/** Everything that sessions have left in a state directory. */
function left(state: string): readonly string[] {
  const sessions = join(state, "sessions-v1");
  return existsSync(sessions) ? readdirSync(sessions) : [];
}

interface Failing {
  readonly config?: string;
  /** Instead of `--global FILE`. */
  readonly global?: string;
  readonly words?: readonly string[];
  readonly code: number;
  /** What stderr has to say: what is wrong, and what to do. */
  readonly says: readonly (string | RegExp)[];
}

const FAILING: Readonly<Record<string, Failing>> = {
  "no configuration at all": {
    global: "",
    ...{ code: 3, says: ["there is no configuration", "`agentcfg init --global`", "--provider echo"] },
  },
  "a file that is not there": { global: "nosuch.yaml", code: 3, says: ["nosuch.yaml", "there is no such file"] },
  "broken YAML": {
    config: "version: 3\nproviders: [\n",
    ...{ code: 1, says: [/config\.yaml:\d+:\d+/, "error[syntax/", "`agentcfg lint`"] },
  },
  "a value of the wrong type": {
    config: "version: 3\nmodels: 7\n",
    ...{ code: 1, says: ["error[schema/", "`agentcfg lint`"] },
  },
  "a variable that is not set": {
    config: single("https://corp.invalid/v1", KEY),
    ...{ code: 1, says: ["CORP_KEY", "substitution/unset-variable", "`agentcfg doctor`"] },
  },
  "a list of certificates that is not there": {
    config: `${OFFLINE}daemon: { tls: { trust_store: /nowhere/certs.pem } }\n`,
    ...{ code: 1, says: ["/nowhere/certs.pem", "path/trust-store", "`agentcfg doctor`"] },
  },
  "a working directory that is not there": {
    words: ["--working-dir", "/nowhere/at/all"],
    ...{ code: 1, says: ["/nowhere/at/all", "there is no such directory"] },
  },
  "a catalog that is not there": {
    words: ["--catalog", "nosuch.json"],
    code: 2,
    says: ["agent: cannot use the catalog ", "nosuch.json"],
  },
};

for (const command of ["exec", "new"]) {
  const all = Object.entries(FAILING);
  test.each(command === "exec" ? all : some(all))(
    `${command}, %s`,
    async (_, { config, global, words = [], code, says }) => {
      const at = place(config);
      const start = [...(global === "" ? ["--no-global"] : ["--global", global ?? at.config]), "--no-project"];
      const ended = await run(
        [command, ...(command === "exec" ? ["hi"] : []), ...start, "--state-dir", at.state, ...words],
        {
          cwd: at.path,
        },
      );
      expect([ended.code, ended.stdout]).toEqual([code, ""]);
      for (const said of says) expect(ended.stderr).toMatch(said);
      expect(ended.stderr).toMatch(/^agent(?:cfg)?: /m);
      expect(ended.stderr).not.toMatch(/\n\s+at |internal error|daemon\.log/);
      expect(left(at.state)).toEqual([]);
    },
  );
}

test("a daemon that waits for the end of its input ends at once when it cannot start, with the same exit code", async () => {
  for (const [name, { config, global, code }] of some(Object.entries(FAILING).slice(0, 6))) {
    const at = place(config);
    const start = [...(global === "" ? ["--no-global"] : ["--global", global ?? at.config]), "--no-project"];
    const words = ["daemon", "--until-input-ends", "--credential-file", at.credential, ...start];
    const daemon = new Running([...words, "--state-dir", at.state], { cwd: at.path });
    expect([name, (await daemon.ended()).code]).toEqual([name, code]);
  }
});

test.each(["exec", "new"])("%s as a process has the exit code of its daemon", async (command) => {
  const at = place();
  const words = [
    command,
    ...(command === "exec" ? ["hi"] : []),
    "--no-global",
    "--no-project",
    "--state-dir",
    at.state,
  ];
  expect((await new Running(words, { cwd: at.path }).ended()).code).toBe(3);
});

test("daemon says the same, with the same exit code", async () => {
  for (const [name, { config, global, code, says }] of some(Object.entries(FAILING).slice(0, 6))) {
    const at = place(config);
    const start = [...(global === "" ? ["--no-global"] : ["--global", global ?? at.config]), "--no-project"];
    const words = ["daemon", "--credential-file", at.credential, ...start, "--state-dir", at.state];
    const ended = await run(words, { cwd: at.path });
    expect([name, ended.code]).toEqual([name, code]);
    for (const said of says) expect(ended.stderr).toMatch(said);
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: "failed", code: "configuration_error" });
    expect(left(at.state)).toEqual([]);
  }
});

test.each([
  ["in which the system makes nothing", "/proc/sessions"],
  ["below a file", "/dev/null/sessions"],
])("a state directory %s: named, with a way to another one, exit 1", async (_, state) => {
  const at = place();
  for (const words of [["exec", "hi"], ["new"]]) {
    const { code, stdout, stderr } = await run([...words, "--global", at.config, "--no-project"], {
      cwd: at.path,
      env: { AGENT_STATE_DIR: state },
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(state);
    expect(stderr).toContain("`--state-dir`");
  }
  const daemon = [
    "daemon",
    "--credential-file",
    at.credential,
    "--global",
    at.config,
    "--no-project",
    "--state-dir",
    state,
  ];
  const { code, stdout } = await run(daemon, { cwd: at.path });
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { state: "failed", code: "storage_unavailable" }]);
});

test("a home in which nothing can be made: where sessions would go is named, and how to choose another place", async () => {
  const at = place();
  const home = join(at.path, "home");
  writeFileSync(home, "a file");
  const { code, stderr } = await run(["exec", "hi", "--global", at.config, "--no-project"], { env: { HOME: home } });
  expect(code).toBe(1);
  expect(stderr).toContain(home);
  expect(stderr).toContain("`--state-dir`");
});

/** The command says in a file which process it is, and goes on. */
const slow = (file: string): string =>
  `version: 3\nconfig_command_substitution: true\n${single("https://corp.invalid/v1", `auth: { type: static_key, key: "$(echo $$ > '${file}.new'; mv '${file}.new' '${file}'; sleep 60)" }`).replace("version: 3\n", "")}`;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s while exec and new wait for their daemon: exit %i, and nothing is left", async (signal, expected) => {
  for (const words of [["exec", "hi"], ["new"]]) {
    const at = place();
    const file = join(at.path, "runs");
    writeFileSync(at.config, slow(file));
    const running = new Running([...words, ...at.start]);
    await whenever(() => existsSync(file) || running.isOver);
    running.child.kill(signal);
    expect(await running.ended()).toEqual({ code: expected, stdout: "", stderr: "" });
    expect(left(at.state)).toEqual([]);
    // The command has ended with its daemon.
    await whenever(() => !isRunning(Number(readFileSync(file, "utf8"))));
  }
});

test("a signal as soon as the ready line is there: the daemon stops in order", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const at = place();
    const running = new Running(["daemon", "--credential-file", at.credential, ...at.start, "--session", "one"]);
    running.child.stdout?.once("data", () => running.child.kill(signal));
    expect((await running.ended()).code).toBe(0);
    expect(existsSync(join(at.state, "sessions-v1/one/final.json"))).toBe(true);
  }
});

test("a start that fails keeps a session that is there", async () => {
  const at = place();
  await run(["exec", "hi", ...at.start]);
  const [id = ""] = left(at.state);
  writeFileSync(at.config, "version: 3\nmodels: 7\n");
  const { code, stderr } = await run(["continue", id, ...at.again]);
  expect(code).toBe(1);
  expect(stderr).toContain("error[schema/");
  writeFileSync(at.config, OFFLINE);
  expect(await run(["continue", id, ...at.again], { input: "mice\n" })).toMatchObject({ code: 0, stdout: "mice\n" });
});

test.each([
  ["no text", ["exec", ""], "", "is empty"],
  ["blanks", ["exec", " \n"], "", "is empty"],
  ["an empty input", ["exec", "-"], "", "is empty"],
  ["an input over 16 MiB", ["exec", "-"], "mouse ".repeat(2_800_000), "is too long: it may have 16 MiB at most"],
])("a prompt of %s: exit 2, and nobody is asked", async (_, words, input, why) => {
  const at = place();
  const { code, stdout, stderr } = await run([...words, ...at.start], { input });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`the prompt ${why}`);
  expect(left(at.state)).toEqual([]);
});

test("a relative file beside a working directory of another project", async () => {
  const at = place();
  const other = join(at.path, "other");
  mkdirSync(dirname(join(other, ".agent/config.yaml")), { recursive: true });
  writeFileSync(
    join(other, ".agent/config.yaml"),
    "version: 3\nmcp_servers: { own: { transport: stdio, command: ./own.sh } }\n",
  );
  const { code, stderr } = await run(
    ["exec", "hi", "--global", "config.yaml", "--working-dir", "other", "--state-dir", at.state],
    { cwd: at.path },
  );
  expect(code).toBe(0);
  expect(stderr).toContain(`\`agentcfg trust ${other}\``);
});

test("a session whose address nobody can read is stopped again", async () => {
  const at = place();
  const started = new Running(["new", "--no-attach", ...at.start]);
  started.child.stdout?.destroy();
  const { code, stderr } = await started.ended();
  const [id = ""] = left(at.state);
  expect([code, stderr]).toEqual([1, `agent: the session ${id} was stopped again\n`]);
  const { stdout } = await run(["sessions", "--format", "json", "--state-dir", at.state]);
  expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ session_id: id, state: "stopped" }] });
});
