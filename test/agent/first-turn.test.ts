/** The built program and its tool servers: the first turn has their tools, or says which are missing and why (P-S91). */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { httpServer } from "../mcp/http-server.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, type ModelServer, modelServer, saying } from "../model/server.js";
import { isRunning, type Place, place, Running, run, whenever } from "./process.js";

/**
 * A server whose handshake waits until there is a file: `node SCRIPT FILE`. It makes the file `FILE.asked` when it is asked. Without a file it
 * answers at once.
 */
const SERVER = `
const { existsSync, writeFileSync } = require("node:fs");
const [gate] = process.argv.slice(2);
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = () => send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } } });
  if (method === "initialize" && gate !== undefined) {
    writeFileSync(gate + ".asked", String(process.pid));
    const wait = () => (existsSync(gate) ? answer() : setTimeout(wait, 10));
    wait();
  } else if (method === "initialize") answer();
  if (method === "tools/list") send({ id, result: { tools: [{ name: "t", inputSchema: { type: "object" } }] } });
});
`;

interface Prepared extends Place {
  readonly model: ModelServer;
  readonly gate: string;
  /** A server in the configuration; `words` as its arguments. */
  node(...words: readonly string[]): string;
}

/** `servers`: lines below `mcp_servers`. */
async function prepared(servers: (at: Prepared) => string): Promise<Prepared> {
  const model = await modelServer(saying("ok"));
  const at = place();
  const script = join(at.path, "server.cjs");
  writeFileSync(script, SERVER);
  const node = (...words: readonly string[]): string =>
    JSON.stringify({ transport: "stdio", command: process.execPath, args: words });
  const whole = { ...at, model, gate: join(at.path, "gate"), node };
  writeFileSync(at.config, `${single(`${model.url}/v1`)}mcp_servers:\n${servers(whole)}`);
  return whole;
}

const script = ({ path }: Place): string => join(path, "server.cjs");

function offered({ model }: Prepared): readonly string[] {
  const { tools = [] } = JSON.parse(model.asked[0]?.body ?? "{}") as {
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
  return tools.map(({ function: { name } }) => name);
}

const OWN = ["read", "edit", "search", "list", "shell", "ask_user"];

test("`exec` waits for a server that takes its time, and says nothing when all are there", async () => {
  const at = await prepared((own) => `  quick: ${own.node(script(own))}\n  slow: ${own.node(script(own), own.gate)}\n`);
  const exec = new Running(["exec", "hi", "--project-trust", "trusted", ...at.start]);
  await whenever(() => existsSync(`${at.gate}.asked`));
  expect([at.model.asked.length, exec.isOver]).toEqual([0, false]);
  writeFileSync(at.gate, "");
  expect(await exec.ended()).toEqual({ code: 0, stdout: "ok", stderr: "" });
  expect(offered(at)).toEqual([...OWN, "mcp__quick__t", "mcp__slow__t"]);
});

test("the first prompt of `new` has the tools too", async () => {
  const at = await prepared((own) => `  slow: ${own.node(script(own), own.gate)}\n`);
  const talk = new Running(["new", ...at.start]);
  talk.child.stdin?.end("hi\n");
  await whenever(() => existsSync(`${at.gate}.asked`));
  expect(at.model.asked).toEqual([]);
  writeFileSync(at.gate, "");
  expect((await talk.ended()).stdout).toContain("ok");
  expect(offered(at)).toEqual([...OWN, "mcp__slow__t"]);
});

test.each(["2026-07-28", undefined] as const)(
  "servers of the revision %s over HTTP and stdio are called",
  async (revision) => {
    const remote = await httpServer(revision === undefined ? {} : { revision });
    const fixture = resolve(revision === undefined ? "fixtures/mcp/stdio.js" : "fixtures/mcp/stdio-2026.js");
    const at = await prepared(
      (own) => `  near: ${own.node(fixture)}\n  far: { transport: http, url: "${remote.url}" }\n`,
    );
    at.model.answer(
      inTurn(
        calling(callOf("mcp__near__echo", { words: "near ü" }, 0), callOf("mcp__far__echo", { words: "far ü" }, 1)),
        saying("ok"),
      ),
    );
    appendFileSync(at.config, "default_permission_matcher: bypass\n");
    const trusting = ["--project-trust", "trusted"];
    expect(await run(["exec", "hi", "--quiet", ...trusting, ...at.start])).toEqual({
      code: 0,
      stdout: "ok",
      stderr: "",
    });
    const last = at.model.asked.at(-1)?.body ?? "";
    expect([last.includes('"content":"near ü"'), last.includes('"content":"far ü"')]).toEqual([true, true]);
    expect(offered(at)).toEqual(expect.arrayContaining(["mcp__near__image", "mcp__far__image"]));
  },
);

interface Bad {
  readonly server: (at: Prepared) => string;
  readonly problem: string | RegExp;
  readonly words?: readonly string[];
}

const flood = (text: string): string => `setInterval(() => process.stdout.write('${text}'.repeat(10_000)), 1)`;

const BAD: Readonly<Record<string, Bad>> = {
  "never answers": {
    server: (at) => at.node("-e", "setInterval(() => {}, 1000)"),
    problem: "it did not answer in 0.5 s",
    words: ["--tools-timeout", "0.5s"],
  },
  "is not there": {
    server: () => "{ transport: stdio, command: no-such-server }",
    problem: "its command was not found",
  },
  "ends at once": {
    server: (at) => at.node("-e", "console.error('Usage: server DIR'); process.exit(1)"),
    problem: "it ended with code 1: Usage: server DIR",
  },
  "writes garbage": {
    server: (at) =>
      at.node("-e", "for (let i = 0; i < 5000; i += 1) console.log('garbage'); setInterval(() => {}, 1000)"),
    problem: "its output is not MCP",
  },
  "floods with a line that never ends": {
    server: (at) => at.node("-e", flood("x")),
    problem: /^it (?:sends a message that is too long|did not answer in 30 s)$/,
  },
  "speaks a revision that is none": {
    server: (at) =>
      at.node(
        "-e",
        "process.stdin.once('data', () => console.log(JSON.stringify({ jsonrpc: '2.0', id: 0, result: { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 's', version: '1' } } })))",
      ),
    problem: "it speaks MCP of 1999-01-01, which is not spoken here",
  },
  "cannot be reached": {
    server: () => "{ transport: http, url: 'http://127.0.0.1:1/' }",
    problem: "it cannot be reached (ECONNREFUSED)",
  },
};

test.each(Object.entries(BAD))(
  "a server that %s is missing, and that is said with its reason",
  async (_, { server, problem, words = [] }) => {
    const at = await prepared((own) => `  bad: ${server(own)}\n  good: ${own.node(script(own))}\n`);
    const { code, stdout, stderr } = await run(["exec", "hi", "--format", "json", ...words, ...at.start]);
    const said = JSON.parse(stdout) as {
      readonly tools: { readonly missing: readonly { server: string; problem: string }[] };
    };
    expect([code, said]).toMatchObject([0, { outcome: "completed", answer: "ok" }]);
    const bad = said.tools.missing.find((one) => one.server === "bad");
    expect(bad?.problem).toMatch(problem);
    expect(stderr).toContain(bad?.problem);
    // With the short time of a row, a busy machine may be too slow for a good server; then that is said.
    const lacks = said.tools.missing.some((one) => one.server === "good");
    expect(offered(at)).toEqual(lacks ? OWN : [...OWN, "mcp__good__t"]);
  },
);

test.each([
  [404, "it refuses requests (404)"],
  [500, "it refuses requests (500)"],
  [403, "it refuses the credential (403)"],
  [401, "it wants a login or another key (401): look at its `auth`"],
])("a server over HTTP that answers with %i is missing", async (status, problem) => {
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const at = await prepared(() => `  bad: { transport: http, url: "http://127.0.0.1:${port}/mcp" }\n`);
  const { code, stdout, stderr } = await run(["exec", "hi", ...at.start]);
  expect([code, stdout, stderr]).toEqual([0, "ok", `agent: the tools of the server \`bad\` are missing: ${problem}\n`]);
});

test("Ctrl-C during the wait ends `exec` with 130, its daemon and the server", async () => {
  const at = await prepared((own) => `  slow: ${own.node(script(own), own.gate)}\n`);
  const exec = new Running(["exec", "hi", ...at.start]);
  await whenever(() => existsSync(`${at.gate}.asked`) && readFileSync(`${at.gate}.asked`, "utf8") !== "");
  exec.child.kill("SIGINT");
  expect((await exec.ended()).code).toBe(130);
  expect(at.model.asked).toEqual([]);
  const pid = Number(readFileSync(`${at.gate}.asked`, "utf8"));
  await whenever(() => !isRunning(pid));
  const sessions = join(at.state, "sessions-v1");
  const [id = ""] = readdirSync(sessions);
  expect(existsSync(join(sessions, id, "final.json"))).toBe(true);
});

test("a conversation says once which servers cannot be used, and `/mcp` shows states and reasons", async () => {
  const at = await prepared(
    (own) => `  gone: { transport: stdio, command: no-such-server }\n  slow: ${own.node(script(own), own.gate)}\n`,
  );
  const talk = new Running(["new", ...at.start]);
  await whenever(() => existsSync(`${at.gate}.asked`));
  talk.child.stdin?.write("/mcp\n");
  await talk.until(({ stderr }) => /^slow +connecting +stdio +0 tools$/m.test(stderr));
  writeFileSync(at.gate, "");
  await talk.until(({ stderr }) => stderr.includes("are missing"));
  talk.child.stdin?.end("hi\n/mcp\n");
  const { stderr } = await talk.ended();
  expect(stderr).toMatch(/^gone +disconnected +stdio +0 tools +its command was not found$/m);
  expect(stderr).toMatch(/^slow +connected +stdio +1 tool$/m);
  expect(stderr.match(/are missing/g)).toHaveLength(1);
  expect(stderr).toContain("agent: the tools of the server `gone` are missing: its command was not found\n");
  const [, id = ""] = /session (\S+)/.exec(stderr) ?? [];
  // A later conversation with the same session says it as well.
  const attached = await run(["attach", id, "--state-dir", at.state]);
  expect(attached.stderr).toContain("`gone` are missing");
});

test.each(["daemon", "new", "exec", "continue"])(
  "`%s` refuses a time that is none, and starts nothing",
  async (command) => {
    const at = place();
    const words = {
      daemon: ["--credential-file", at.credential],
      exec: ["hi"],
      new: [],
      continue: ["20261123-084512-9f3a1c20"],
    };
    const { code, stdout, stderr } = await run([
      ...[command, ...(words[command as keyof typeof words] ?? []), ...at.start, "--tools-timeout", "soon"],
    ]);
    if (command === "continue") expect(code).not.toBe(0);
    else {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("`--tools-timeout` takes a time such as 90s, 15m, 2h or 1d");
    }
    expect(existsSync(at.state)).toBe(false);
  },
);
