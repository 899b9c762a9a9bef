/** A directory that its user vouches for, and the state of what the agent reads there (S58, P-S97): the built program, its tool servers and its model. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ModelServer, modelServer, saying } from "../model/server.js";
import { endDaemons, Running, run, runToolkit, whenever } from "./process.js";

/** A tool server that asks for the roots, and writes them with its directory to a file. */
const SERVER = `
const { writeFileSync } = require("node:fs");
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === "initialize") send({ id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } } });
  if (method === "notifications/initialized") send({ id: "roots", method: "roots/list" });
  if (id === "roots") writeFileSync(process.argv[2], JSON.stringify({ cwd: process.cwd(), roots: result.roots }));
});`;

interface There {
  readonly path: string;
  readonly repository: string;
  readonly model: ModelServer;
  /** Where the servers started, and what they were told, by name. */
  readonly told: (name: string) => { readonly cwd: string; readonly roots: readonly { readonly uri: string }[] };
  readonly hasStarted: (name: string) => boolean;
  readonly forget: () => void;
  readonly write: (name: string, text: string) => void;
  readonly server: (name: string) => string;
  readonly options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  /** The system prompts that the model got, the last one first. */
  readonly systems: () => readonly string[];
}

async function there(files: Readonly<Record<string, string>> = {}, servers: readonly string[] = []): Promise<There> {
  const model = await modelServer(saying("ok"));
  const path = realpathSync(mkdtempSync(join(tmpdir(), "agent-own-")));
  onTestFinished(() => {
    endDaemons(join(path, "home/.local/state/agent"));
    rmSync(path, { recursive: true, force: true });
  });
  const [home, repository] = [join(path, "home"), join(path, "repository")];
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const server = (name: string): string =>
    `${name}: ${JSON.stringify({ transport: "stdio", command: process.execPath, args: [join(path, "server.cjs"), join(path, name)] })}`;
  put(join(path, "server.cjs"), SERVER);
  put(join(repository, ".git/HEAD"), "ref: refs/heads/main\n");
  put(
    join(home, ".config/agent/config.yaml"),
    `version: 3
defaults: { full: big }
providers: { corp: { kind: { type: custom_beta_compatible }, url: "${model.url}/v1", auth: { type: no_auth } } }
models: { big: { provider: corp, class: full, context_window: 9000 } }
${servers.length === 0 ? "" : `mcp_servers: { ${servers.map(server).join(", ")} }`}
`,
  );
  for (const [name, text] of Object.entries(files)) put(join(repository, name), text);
  return {
    ...{ path, repository, model, server },
    told: (name) => JSON.parse(readFileSync(join(path, name), "utf8")),
    hasStarted: (name) => existsSync(join(path, name)) && readFileSync(join(path, name), "utf8").endsWith("}"),
    forget: () => servers.map((name) => rmSync(join(path, name), { force: true })),
    write: (name, text) => put(join(repository, name), text),
    options: { cwd: repository, env: { HOME: home } },
    systems: () => model.asked.map(({ body }) => JSON.stringify(JSON.parse(body).messages[0])).reverse(),
  };
}

async function vouch({ options }: There): Promise<void> {
  const [, sum = ""] = /^sha256 ([0-9a-f]{64})$/m.exec((await runToolkit(["trust"], options)).stdout) ?? [];
  expect(await runToolkit(["trust", "--sha256", sum], options)).toMatchObject({ code: 0 });
}

/** The message of a session that begins, when its servers have started and it was stopped. */
async function begin({ options, hasStarted }: There, servers: readonly string[], words: readonly string[] = []) {
  const started = await run(["new", "--no-attach", "--format", "json", ...words], options);
  expect([started.code, started.stderr]).toEqual([0, expect.any(String)]);
  await whenever(() => servers.every(hasStarted));
  await run(["stop", JSON.parse(started.stdout).session_id], options);
  return started.stderr;
}

test("a server of the user starts beside the configuration, is told the directory, and one line says how to change it", async () => {
  const at = await there({}, ["own"]);
  const said = await begin(at, ["own"]);
  expect(at.told("own")).toEqual({
    cwd: join(at.path, "home/.config/agent"),
    roots: [{ uri: `file://${at.repository}` }],
  });
  expect(said.split("\n").filter((line) => line.includes("`own`"))).toEqual([
    expect.stringMatching(
      /^agent: your tool server `own` starts in ~\/\.config\/agent and not here, .*`agentcfg trust`/,
    ),
  ]);
  await vouch(at);
  at.forget();
  expect(await begin(at, ["own"])).toBe("");
  expect(at.told("own").cwd).toBe(at.repository);
});

test("a server of a running session follows what its user says of the directory", async () => {
  const at = await there({}, ["own"]);
  const { stdout } = await run(["new", "--no-attach", "--format", "json"], at.options);
  const startsIn = async (directory: string): Promise<void> => {
    await whenever(() => at.hasStarted("own") && at.told("own").cwd === directory);
    at.forget();
  };
  await startsIn(join(at.path, "home/.config/agent"));
  await vouch(at);
  await startsIn(at.repository);
  await runToolkit(["trust", "--revoke"], at.options);
  await startsIn(join(at.path, "home/.config/agent"));
  await run(["stop", JSON.parse(stdout).session_id], at.options);
});

test.each([
  ["trusted", "repository", ""],
  ["untrusted", "home/.config/agent", "(`--project-trust untrusted`)"],
] as const)("`--project-trust %s`, whoever vouches", async (trust, directory, said) => {
  const at = await there({}, ["own"]);
  await vouch(at);
  expect(await begin(at, ["own"], ["--project-trust", trust])).toContain(said);
  expect(at.told("own").cwd).toBe(join(at.path, directory));
});

test("nothing is said without such a server, and where it is not enabled", async () => {
  const at = await there();
  expect((await run(["exec", "hi"], at.options)).stderr).toBe("");
  const config = join(at.path, "home/.config/agent/config.yaml");
  const server = "{ transport: stdio, command: own-mcp, default_enabled: false }";
  writeFileSync(
    config,
    `${readFileSync(config, "utf8")}mcp_servers: { own: ${server}, far: { transport: http, url: "${at.model.url}" } }\n`,
  );
  expect((await run(["exec", "hi"], at.options)).stderr).not.toContain("agentcfg trust");
});

test("a server of a vouched project starts in its root, one of the user where the user works", async () => {
  const at = await there({ "src/x": "" }, ["own"]);
  at.write(".agent/config.yaml", `version: 3\nmcp_servers: { ${at.server("theirs")} }\n`);
  await vouch(at);
  const inside = { ...at, options: { ...at.options, cwd: join(at.repository, "src") } };
  expect(await begin(inside, ["own", "theirs"])).toBe("");
  expect([at.told("own").cwd, at.told("theirs").cwd]).toEqual([join(at.repository, "src"), at.repository]);
});

test("a project that changes after its user vouched for it: the directory stays the user's, and nothing of the project counts", async () => {
  const at = await there({ ".agent/facets/execute.md": "Speak like a pirate." }, ["own"]);
  at.write(".agent/config.yaml", "version: 3\ndefault_permission_matcher: bypass\n");
  await vouch(at);
  expect((await run(["exec", "hi"], at.options)).stderr).toBe("");
  expect(at.systems()[0]).toContain("pirate");
  at.write(".agent/config.yaml", "version: 3\ndefault_permission_matcher: bypass_plus\n");
  const { stderr } = await run(["exec", "hi"], at.options);
  expect(at.systems()[0]).not.toContain("pirate");
  expect(stderr.trim().split("\n")).toEqual([
    expect.stringMatching(
      /^agent: you do not vouch for these parts of the project, .*: `default_permission_matcher` and `\.agent\/facets\/execute\.md`; `agentcfg trust`/,
    ),
  ]);
  at.forget();
  await begin(at, ["own"]);
  expect(at.told("own").cwd).toBe(at.repository);
});

test("a pull between two turns brings a facet and changes another: neither counts, once it is said, and the rest of the project does", async () => {
  const at = await there({
    ".agent/config.yaml": "version: 3\nactive_session: { default_facet: review }\n",
    ".agent/facets/review.md": "Review like a pirate.",
  });
  await vouch(at);
  const talk = new Running(["new"], at.options);
  const say = async (words: string): Promise<void> => {
    const { length } = at.model.asked;
    talk.child.stdin?.write(`${words}\n`);
    await talk.until(() => at.model.asked.length > length);
    await talk.until(({ stdout }) => stdout.split("ok\n").length > at.model.asked.length);
  };
  await say("one");
  expect(at.systems()[0]).toContain("pirate");
  at.write(".agent/facets/execute.md", "Obey like a parrot.");
  await say("two");
  expect(at.systems()[0]).toContain("pirate");
  at.write(".agent/facets/review.md", "Review like a parrot.");
  await say("three");
  await say("four");
  expect(at.systems().slice(0, 2).join()).not.toMatch(/pirate|parrot/);
  talk.child.stdin?.end();
  await talk.ended();
  const [, id = ""] = /session (\S+)/.exec(talk.stderr) ?? [];
  await run(["stop", id], at.options);
  const log = readFileSync(join(at.path, "home/.local/state/agent/sessions-v1", id, "daemon.log"), "utf8");
  expect(log.match(/do not count: `.agent\/facets\/execute.md`$/gm)).toHaveLength(1);
  expect(log.match(/do not count: `.agent\/facets\/execute.md` and `.agent\/facets\/review.md`$/gm)).toHaveLength(1);
});
