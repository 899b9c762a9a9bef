/** A daemon asks its providers which models they have (spec 2.3, 2.4; P-S105): over real sockets, with a clock in the hands of the test. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeConnect } from "../../src/agent/machine/node/connect.js";
import { Listings } from "../../src/agent/session/model/listings.js";
import type { DaemonState } from "../../src/generated/protocol/types.js";
import { isDaemonState } from "../../src/generated/protocol/validators.js";
import { configOf as loadedConfig } from "../model/asking.js";
import { privateAuthority } from "../model/certificate.js";
import {
  answerOf,
  endlessList,
  type ModelServer,
  modelServer,
  redirecting,
  type Script,
  saying,
} from "../model/server.js";
import { HandClock } from "../ports/hand-clock.js";
import { type Bench, configFile, OFFLINE, running, settled } from "./bench.js";

const MINUTES = 60_000;
const KEY = "sk-list-0123456789abcdef";

const provider = (url: string, more = ""): string =>
  `{ kind: { type: custom_beta_compatible }, url: "${url}/v1", auth: { type: static_key, key: "${KEY}" }${more} }`;

/** Providers by name, and the rest of a configuration. */
const configOf = (providers: Readonly<Record<string, string>>, rest = ""): string =>
  `version: 3\nproviders:\n${Object.entries(providers)
    .map(([name, entry]) => `  ${name}: ${entry}\n`)
    .join("")}${rest}`;

const list = (...models: readonly object[]): Script => answerOf(200, JSON.stringify({ object: "list", data: models }));
const BIG = { id: "big-1.5", context_window: 128000 };

async function lab(script: Script): Promise<ModelServer> {
  const server = await modelServer(saying("hi"));
  server.list(script);
  return server;
}

const state = async (bench: Bench): Promise<DaemonState> => (await bench.get("/daemon-state")).json<DaemonState>();

/** The catalog, once it is such a one. */
async function catalog(bench: Bench, holds: (state: DaemonState) => boolean): Promise<DaemonState> {
  const stream = await bench.follow();
  const told = (): number => stream.records.filter(({ kind }) => kind === "daemon_catalog_changed").length;
  for (let seen = 0; ; seen = told()) {
    const found = await state(bench);
    if (holds(found)) {
      stream.leave();
      return found;
    }
    await stream.until(() => told() > seen);
  }
}

const has =
  (name: string) =>
  ({ models }: DaemonState): boolean =>
    models.some((model) => model.name === name);

/** Resolves when the server was asked so often for its list. */
async function asked({ askedForList }: ModelServer, times: number): Promise<void> {
  while (askedForList.length < times) await settled(1);
}

test.each([
  ["custom_beta_compatible", "/v1", "/v1/models", { authorization: `Bearer ${KEY}` }],
  ["custom_beta_compatible", "/openai/v1?version=2", "/openai/v1/models?version=2", { authorization: `Bearer ${KEY}` }],
  ["custom_beta_responses", "", "/v1/models", { authorization: `Bearer ${KEY}` }],
  ["custom_beta_responses", "/v1/", "/v1/models", { authorization: `Bearer ${KEY}` }],
  ["custom_alpha_compatible", "", "/v1/models?limit=1000", { "x-api-key": KEY, "anthropic-version": "2023-06-01" }],
])("a provider of %s at %j is asked at %s, with its own key and headers", async (kind, base, target, headers) => {
  const server = await lab(list(BIG));
  const entry = `{ kind: { type: ${kind} }, url: "${server.url}${base}", auth: { type: static_key, key: "${KEY}" }, headers: { X-Team: blue } }`;
  const bench = await running({ config: configOf({ lab: entry }, "defaults: { full: big-1.5 }\n") });
  const { models } = await catalog(bench, has("big-1.5"));
  expect(models).toMatchObject([
    {
      ...{ name: "big-1.5", provider: "lab", origin: "discovered", class: null },
      capabilities: { context_window: 128000, vision: false },
    },
  ]);
  expect(isDaemonState(await state(bench))).toBe(true);
  const [one] = server.askedForList;
  expect([one?.method, one?.target, one?.body]).toEqual(["GET", target, ""]);
  expect(one?.headers).toMatchObject({ ...headers, "x-team": "blue", accept: "application/json" });
  expect(one?.headers["content-type"]).toBeUndefined();
  // It can be asked.
  expect((await bench.post("/model", { model: "big-1.5" })).status).toBe(200);
});

test("the start and a turn wait for no list, and nobody is asked for `protocol: test`", async () => {
  const silent = await lab(() => undefined);
  const config = OFFLINE.replace("models:", `  lab: ${provider(silent.url)}\nmodels:`);
  const bench = await running({ config });
  await asked(silent, 1);
  const { records } = await bench.turn("hello");
  expect(records.at(-1)).toMatchObject({ kind: "turn_finished", outcome: "completed" });
  bench.clock.pass(5000);
  await bench.said("within 5 seconds");
  expect(silent.askedForList).toHaveLength(1);
  expect(silent.asked).toEqual([]);
});

test("an entry has no effect until its provider lists the model, at the second request", async () => {
  const server = await lab(list({ id: "other", context_window: 8000 }));
  const rest = "defaults: { full: big-1.5 }\nmodels:\n  big-1.5: { max_output_tokens_per_turn: 2000 }\n";
  const bench = await running({ config: configOf({ lab: provider(server.url) }, rest) });
  await catalog(bench, has("other"));
  expect((await bench.sync()).turn.model).toBeNull();
  const failed = await bench.turn("hello");
  expect(failed.records.at(-1)).toMatchObject({ outcome: "failed", error: { code: "no_model" } });
  server.list(list({ id: "other", context_window: 8000 }, BIG));
  await asked(server, 1);
  bench.clock.pass(10 * MINUTES - 1);
  expect(server.askedForList).toHaveLength(1);
  bench.clock.pass(1);
  const { models } = await catalog(bench, has("big-1.5"));
  expect(models.find(({ name }) => name === "big-1.5")).toMatchObject({
    ...{ provider: "lab", origin: "discovered" },
    capabilities: { context_window: 128000, output_limit: 2000 },
  });
  expect((await bench.sync()).turn.model).toBe("big-1.5");
  expect((await bench.turn("again")).records.at(-1)).toMatchObject({ outcome: "completed" });
  expect(JSON.parse(server.asked.at(-1)?.body ?? "{}")).toMatchObject({
    model: "big-1.5",
    max_tokens: 2000,
  });
});

test("the list decides whether a default model is one, and not its class", async () => {
  const bare = { id: "bare", context_window: 8000, capabilities: { function_calling: false, completion_chat: true } };
  const server = await lab(list(bare));
  const rest = "defaults: { full: bare, mini: bare }\nmodels:\n  bare: { class: nano }\n";
  const bench = await running({ config: configOf({ lab: provider(server.url) }, rest) });
  await catalog(bench, has("bare"));
  const { records } = await bench.turn("hello");
  expect(records.at(-1)).toMatchObject({ outcome: "failed", error: { code: "no_model", key: "defaults.full" } });
  server.list(list({ ...bare, capabilities: { function_calling: true } }));
  bench.clock.pass(10 * MINUTES);
  await asked(server, 2);
  while ((await bench.sync()).turn.model === null) await settled(1);
  expect((await bench.turn("again")).records.at(-1)).toMatchObject({ outcome: "completed" });
});

test("a model takes images when its list says so and its entry does not say otherwise", async () => {
  const sees = { context_window: 8000, capabilities: { vision: true } };
  const server = await lab(list({ id: "a", ...sees }, { id: "b", ...sees }, { id: "c", ...sees }));
  const entry = "provider: lab, class: full, context_window: 9000";
  const rest = `models:\n  a: { ${entry} }\n  b: { ${entry}, supports_vision: false }\n`;
  const bench = await running({ config: configOf({ lab: provider(server.url) }, rest) });
  const { models } = await catalog(bench, has("c"));
  expect(models.map(({ name, origin, capabilities: { vision } }) => [name, origin, vision])).toEqual([
    ["a", undefined, true],
    ["b", undefined, false],
    ["c", "discovered", true],
  ]);
});

test.each<readonly [string, Script, string, string]>([
  ["401", answerOf(401, `{"error":{"message":"bad key ${KEY}"}}`), "warn", "the key is refused (401)"],
  ["403", answerOf(403, ""), "warn", "the key is refused (403)"],
  ["404", answerOf(404, "<html>"), "info", "it has no list of models (404)"],
  ["503", answerOf(503, "busy"), "info", "it answers with status 503"],
  ["HTML", answerOf(200, "<html>Welcome</html>", "text/html"), "info", "something that is no list of models"],
  ["a list of nothing known", answerOf(200, '{"models":[]}'), "info", "something that is no list of models"],
  ["a broken connection", (one) => one.cut(), "info", "it cannot be reached (ECONNRESET)"],
])(
  "%s is one line of the log, said once while it is the same, and the last list stays",
  async (_, script, level, why) => {
    const server = await lab(list(BIG));
    const bench = await running({ config: configOf({ lab: provider(server.url) }) });
    await catalog(bench, has("big-1.5"));
    server.list(script);
    const lines = (): readonly string[] => bench.log.filter((line) => line.includes("does not list its models"));
    bench.clock.pass(10 * MINUTES);
    await bench.said("does not list its models");
    expect(lines()).toEqual([expect.stringContaining(why)]);
    expect(lines()[0]).toContain(`${level} `);
    expect(lines()[0]).toContain("provider=lab");
    for (const times of [3, 4]) {
      while (bench.clock.waiting === 0) await settled(1);
      bench.clock.pass(10 * MINUTES);
      await asked(server, times);
      await server.idle();
      await settled();
    }
    expect(lines()).toHaveLength(1);
    expect(has("big-1.5")(await state(bench))).toBe(true);
    expect(bench.log.join("\n")).not.toContain(KEY);
    // Another failure is another line, and so is the same one after a success.
    server.list(list(BIG));
    bench.clock.pass(10 * MINUTES);
    await asked(server, 5);
    await server.idle();
    await settled();
    server.list(script);
    bench.clock.pass(10 * MINUTES);
    while (lines().length < 2) await settled(1);
  },
);

test("a provider that nobody answers for is one line", async () => {
  const bench = await running({ config: configOf({ lab: provider("http://127.0.0.1:1") }) });
  await bench.said("it cannot be reached (ECONNREFUSED)");
});

test.each([301, 302, 307, 308])(
  "a redirect with %i is not followed: the key stays with its provider",
  async (status) => {
    const elsewhere = await lab(list(BIG));
    const server = await lab(redirecting(status, `${elsewhere.url}/v1/models`));
    const bench = await running({ config: configOf({ lab: provider(server.url) }) });
    await bench.said(`it redirects to another address (${status}), which is not followed`);
    await settled();
    expect([elsewhere.askedForList, elsewhere.asked]).toEqual([[], []]);
  },
);

test("a body without an end is left at its limit, and one that comes slowly at its time", async () => {
  const endless = await lab(endlessList);
  const slow = await lab(async (one) => {
    one.head(200);
    await one.send('{"data":[{"id":"m"},');
  });
  const bench = await running({ config: configOf({ endless: provider(endless.url), slow: provider(slow.url) }) });
  await bench.said("its list is longer than 1 MiB provider=endless");
  await endless.idle();
  await asked(slow, 1);
  bench.clock.pass(4999);
  await settled();
  expect(slow.connections()).toBe(1);
  bench.clock.pass(1);
  await bench.said("it has not listed its models within 5 seconds provider=slow");
  await slow.idle();
});

test("ten thousand models: as many are published as a catalog takes, and every one can be asked", async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `m-${at}`, context_window: 8000 }));
  const server = await lab(list(...many));
  const rest = "models:\n  own: { provider: lab, class: full, context_window: 9000 }\n";
  const bench = await running({ config: configOf({ lab: provider(server.url) }, rest) });
  const { models } = await catalog(bench, has("m-0"));
  expect(models).toHaveLength(1024);
  expect(models.map(({ name }) => name)).toContain("own");
  expect((await bench.post("/model", { model: "m-9999" })).status).toBe(200);
});

test("names that cannot be shown, or that hold the key, are in no catalog", async () => {
  const bad = ["\u001b[2Jx", "a\nb", "a\u202eb", `${KEY}`, `m-${KEY}`];
  const server = await lab(list(...[...bad, "good"].map((id) => ({ id, context_window: 8000, name: `n ${KEY}` }))));
  const bench = await running({ config: configOf({ lab: provider(server.url) }) });
  await catalog(bench, has("good"));
  const { text } = await bench.get("/daemon-state");
  expect(JSON.parse(text).models.map(({ name, label }: { name: string; label: string }) => [name, label])).toEqual([
    ["good", "good"],
  ]);
  expect(text).not.toContain(KEY);
});

test("pages of alpha are followed at the same address, and not for ever", async () => {
  const server = await lab((one) => {
    const after = new URL(one.asked.target, "http://x").searchParams.get("after_id");
    const at = after === null ? 0 : Number(after.slice(2)) + 1;
    const page = { data: [{ id: `m-${at}`, max_input_tokens: 8000 }], has_more: true, last_id: `m-${at}` };
    return answerOf(200, JSON.stringify(page))(one);
  });
  const entry = `{ kind: { type: custom_alpha_compatible }, url: "${server.url}", auth: { type: no_auth } }`;
  const bench = await running({ config: configOf({ lab: entry }) });
  const { models } = await catalog(bench, has("m-4"));
  expect(models.map(({ name }) => name)).toEqual(["m-0", "m-1", "m-2", "m-3", "m-4"]);
  expect(server.askedForList.map(({ target }) => target)).toEqual([
    "/v1/models?limit=1000",
    ...[0, 1, 2, 3].map((at) => `/v1/models?limit=1000&after_id=m-${at}`),
  ]);
});

test("another address or key asks again at once, and what another address said is forgotten", async () => {
  const [first, second] = [await lab(list(BIG)), await lab(() => undefined)];
  const file = configFile(configOf({ lab: provider(first.url) }));
  const bench = await running({ load: { globalFile: file } });
  await catalog(bench, has("big-1.5"));
  const change = async (config: string): Promise<void> => {
    writeFileSync(file, config);
    await bench.post("/reload");
  };
  await change(configOf({ lab: provider(first.url) }, "daemon: { log_level: debug }\n"));
  await settled();
  expect(first.askedForList).toHaveLength(1);
  await change(configOf({ lab: provider(second.url) }));
  await asked(second, 1);
  expect(await state(bench)).toMatchObject({ models: [] });
  await change(configOf({ lab: provider(first.url, ", headers: { X-Team: red }") }));
  await catalog(bench, has("big-1.5"));
  expect(first.askedForList.at(-1)?.headers["x-team"]).toBe("red");
  await second.idle();
  await change(configOf({ lab: provider(first.url).replace(KEY, "sk-other-0123456789") }));
  await asked(first, 3);
  expect(first.askedForList.at(-1)?.headers.authorization).toBe("Bearer sk-other-0123456789");
  await change(configOf({}, "daemon: { log_level: debug }\n").replace("providers:\n", ""));
  expect(await state(bench)).toMatchObject({ models: [] });
});

test("a daemon that stops asks no longer", async () => {
  const server = await lab(() => undefined);
  const bench = await running({ config: configOf({ lab: provider(server.url) }) });
  await asked(server, 1);
  await bench.daemon.stop("terminate");
  await server.idle();
  bench.clock.pass(60 * MINUTES);
  await settled();
  expect(server.askedForList).toHaveLength(1);
});

test("the certificates of the configuration count, and other ones are said to be missing", async () => {
  const { ca, key, cert } = privateAuthority();
  const server = await modelServer(saying("hi"), { key, cert });
  server.list(list(BIG));
  const config = await loadedConfig(configOf({ lab: provider(server.url) }));
  const lines: string[] = [];
  const clock = new HandClock();
  const listings = await new Promise<Listings>((resolve) => {
    const machine = { connect: nodeConnect, clock, log: logTo((line) => lines.push(line), clock) };
    const made = new Listings(machine, (all) => {
      if (all.get("lab")?.has("big-1.5")) resolve(made);
    });
    made.follow(config, { certificates: ca });
    made.start();
  });
  // Without them it is another way of asking.
  listings.follow(config, {});
  while (lines.length === 0) await settled(1);
  expect(lines[0]).toContain("its certificate is not trusted (");
  listings.stop();
});

test("a project that its user does not vouch for leads no key elsewhere", async () => {
  const [own, foreign] = [await lab(list(BIG)), await lab(list(BIG))];
  const lead = `{ url: "${foreign.url}/v1", headers: { X-Key: "${KEY}" } }`;
  const bench = await running({
    config: configOf({ lab: provider(own.url) }),
    load: {
      projectFile: configFile(configOf({ lab: lead, theirs: provider(foreign.url) })),
      projectTrust: "untrusted",
    },
  });
  await catalog(bench, has("big-1.5"));
  bench.clock.pass(10 * MINUTES);
  await asked(own, 2);
  expect(own.askedForList.map(({ headers }) => headers["x-key"])).toEqual([undefined, undefined]);
  expect([foreign.askedForList, foreign.connections()]).toEqual([[], 0]);
});
