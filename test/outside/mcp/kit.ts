/** The official conformance kit of MCP: its scenarios, and one run against the tool servers of this package. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import { nodeClock } from "../../../src/agent/machine/interfaces/clock.js";
import { logTo } from "../../../src/agent/machine/interfaces/log.js";
import { nodeRandom } from "../../../src/agent/machine/interfaces/random.js";
import { nodeConnect } from "../../../src/agent/machine/node/connect.js";
import { nodeListen } from "../../../src/agent/machine/node/listen.js";
import { Logins } from "../../../src/agent/session/mcp/oauth/logins.js";
import { loadPackage } from "../../../src/agent/session/mcp/oauth/package.js";
import type { Tool } from "../../../src/agent/session/tools/tool.js";
import type { McpOAuth, OAuthRegistration } from "../../../src/generated/effective.js";
import { configured, running } from "../../mcp/host.js";
import { processOf } from "../../mcp/oauth/bench.js";
import { Disk } from "../../ports/disk.js";

export type Revision = "2025-11-25" | "2026-07-28";

/** The kit of today, and an older one with a scenario of its own. */
export type Kit = "@modelcontextprotocol/conformance" | "mcp-conformance-0.1";

/** The scenarios for clients that a revision requires, as the kit has frozen them. */
export function requiredBy(revision: Revision): readonly string[] {
  const file = `node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`;
  return parse(readFileSync(file, "utf8")).client;
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
  readonly errorMessage?: string;
  readonly description?: string;
}

export interface Outcome {
  /** Checks that are no success. */
  readonly failures: readonly Check[];
  readonly successes: number;
  /** The results of the calls of all tools, after the last login. */
  readonly results: readonly string[];
  /** The last problem of the server. */
  readonly problem: string | undefined;
}

/** Runs one scenario of the kit, with its servers and ours as the client. */
export async function run(kit: Kit, scenario: string, revision: Revision | undefined): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "agent-kit-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let ours: Pick<Outcome, "results" | "problem"> = { results: [], problem: undefined };
  const relay = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { url, context } = JSON.parse(body);
    ours = await client(scenario, url, context);
    response.end(JSON.stringify(ours));
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void relay.close());
  const command = `${process.execPath} ${join("fixtures/mcp/kit-client.js")} http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const words = [
    ...["--import", "./fixtures/mcp/kit-node20.js", `node_modules/${kit}/dist/index.js`, "client", "-o", folder],
    ...["--command", command, "--scenario", scenario],
    ...(revision === undefined ? [] : ["--spec-version", revision]),
  ];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  await new Promise((resolve) => child.on("close", resolve));
  const [results] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("checks.json"),
  );
  if (results === undefined) throw new Error(`the kit has run nothing:\n${said}`);
  const checks: readonly Check[] = JSON.parse(readFileSync(join(folder, results), "utf8"));
  return {
    failures: checks.filter(({ status }) => status === "FAILURE" || status === "WARNING"),
    successes: checks.filter(({ status }) => status === "SUCCESS").length,
    ...ours,
  };
}

interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
}

/** Logins of one person, who agrees to all of them, but not without end. */
const LOGINS = 3;

/** What a person does with a tool server: enables it, logs in where it wants that, and lets every tool be called. */
async function client(scenario: string, url: string, context: Context): Promise<Pick<Outcome, "results" | "problem">> {
  const auth: McpOAuth = {
    type: "oauth",
    registration: registrationFor(scenario, context),
    redirect: { type: "ephemeral-loopback" },
  };
  const logins = new Logins({
    ...{ files: new Disk(1).files(), clock: nodeClock, random: nodeRandom, connect: nodeConnect, listen: nodeListen },
    ...{ processes: processOf(1), state: "/state", load: loadPackage, onSecret: () => {}, onLogin: () => {} },
    log: logTo(() => {}, nodeClock, "error"),
  });
  const isOpen = !scenario.startsWith("auth/");
  const config = configured({ kit: { url, ...(isOpen ? {} : { auth }), default_timeout_seconds: 10 } });
  const at = running(config, {
    login: (server) => logins.providerFor(server),
    // Every default is taken.
    clarify: async ({ choices, default: empty }) => empty ?? choices?.[0] ?? "yes",
  });
  let results: readonly string[] = [];
  for (let times = 0; ; times += 1) {
    const { state, problem = "" } = await at.until(
      "kit",
      (one) => one.state === "connected" || one.problem !== undefined,
    );
    if (state === "connected") {
      results = await called(at.servers.tools(), context);
      if (at.of("kit").problem?.includes("its login lacks") !== true) break;
    } else if (!problem.includes("login")) break;
    if (times === LOGINS || !(await loggedIn(logins, { name: "kit", url, authKey: "kit", auth }))) break;
    at.servers.reconnect("kit");
  }
  const { problem } = at.of("kit");
  await at.servers.stop();
  logins.close();
  return { results, problem };
}

function registrationFor(scenario: string, { client_id, client_secret }: Context): OAuthRegistration {
  if (client_id !== undefined)
    return { type: "pre-registered", client_id, ...(client_secret === undefined ? {} : { client_secret }) };
  if (scenario === "auth/basic-cimd")
    return { type: "client-metadata-url", url: "https://conformance-test.local/client-metadata.json" };
  return { type: "auto" };
}

/** As a person in a browser, who agrees. */
async function loggedIn(logins: Logins, server: Parameters<Logins["start"]>[0]): Promise<boolean> {
  const start = await logins.start(server);
  if (start.kind === "failed") return false;
  const page = await fetch(start.url, { redirect: "manual" });
  const back = page.headers.get("location");
  if (back === null) return false;
  const { status } = await fetch(back);
  return status === 200 && (await logins.providerFor(server).token()) !== undefined;
}

/** Calls each tool once, with the arguments that the scenario names or with some that fit. */
async function called(tools: readonly Tool[], { toolCalls = [] }: Context): Promise<readonly string[]> {
  const results: string[] = [];
  for (const tool of tools) {
    const wanted = toolCalls.filter(({ name }) => tool.name.endsWith(`__${name}`)).map((one) => one.arguments);
    for (const input of wanted.length === 0 ? [inputFor(tool.inputSchema)] : wanted) {
      const { text, isError } = await tool.run(input, { signal: new AbortController().signal });
      results.push(`${isError ? "error: " : ""}${text}`);
    }
  }
  return results;
}

const VALUES: Readonly<Record<string, unknown>> = {
  string: "a",
  number: 2,
  integer: 2,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

function inputFor({ properties = {} }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(properties as Readonly<Record<string, { readonly type?: string }>>);
  return Object.fromEntries(entries.map(([name, { type = "string" }]) => [name, VALUES[type]]));
}
