/** `agentcfg doctor --online` and `agentcfg models --discover`: what providers are sent, and what is said of their answers (P-S105). */
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.js";
import type { Clock } from "../../src/toolkit/read/host/clock.js";
import { expectHarmless } from "../machine/harmless.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, POLICY, PROJECT } from "../machine/names.js";
import { vouched } from "../machine/vouched.js";
import { privateAuthority } from "../model/certificate.js";
import { answerOf, endlessList, type ModelServer, modelServer, redirecting, type Script } from "../model/server.js";

const KEY = "sk-list-0123456789abcdef";
const ENV = { LAB_KEY: KEY };

const list = (...models: readonly object[]): Script => answerOf(200, JSON.stringify({ object: "list", data: models }));
const BIG = { id: "big-1.5", context_window: 128000 };

async function lab(script: Script): Promise<ModelServer> {
  const server = await modelServer(() => undefined);
  server.list(script);
  return server;
}

const entry = (url: string, key = "${LAB_KEY}", kind = "custom_beta_compatible"): string =>
  `{ kind: { type: ${kind} }, url: "${url}", auth: { type: static_key, key: "${key}" } }`;

const configOf = (providers: Readonly<Record<string, string>>, rest = ""): string =>
  `version: 3\nproviders:\n${Object.entries(providers)
    .map(([name, one]) => `  ${name}: ${one}\n`)
    .join("")}${rest}`;

interface Checked {
  readonly status: string;
  readonly title: string;
  readonly details: readonly { readonly text: string; readonly path?: string }[];
  readonly advice?: string;
}

/** The answer of the check, with the exit code. Nothing that is printed holds the key, in either format. */
async function doctor(at: Machine, args: readonly string[] = []) {
  const json = await at.run(["doctor", "--online", "--format", "json", ...args], ENV);
  const text = await at.run(["doctor", "--online", ...args], ENV);
  for (const run of [json, text]) {
    expect(run.stdout + run.stderr).not.toContain(KEY);
    expectHarmless(args, run);
    expect(run.code).toBe(json.code);
  }
  const { checks } = JSON.parse(json.stdout) as { readonly checks: readonly (Checked & { readonly id: string })[] };
  const one = checks.find(({ id }) => id === "online") as Checked;
  expect(text.stdout).toContain(one.title);
  const { status, title, details, advice } = one;
  return { code: json.code, status, title, texts: details.map((detail) => detail.text), details, advice };
}

interface Models {
  readonly models: readonly {
    readonly name: string;
    readonly configured: boolean;
    readonly listed?: boolean;
    readonly contextWindow: object;
  }[];
  readonly asked?: readonly object[];
  readonly more?: number;
}

async function models(at: Machine, args: readonly string[] = []) {
  const json = await at.run(["models", "--discover", "--format", "json", ...args], ENV);
  const text = await at.run(["models", "--discover", ...args], ENV);
  for (const run of [json, text]) {
    expect(run.stdout + run.stderr).not.toContain(KEY);
    expectHarmless(args, run);
    expect(run.code).toBe(json.code);
  }
  return { code: json.code, ...(JSON.parse(json.stdout) as Models), text };
}

const here = (url: string, rest = ""): Machine => machine({ [GLOBAL]: configOf({ lab: entry(`${url}/v1`) }, rest) });

test.each([
  ["custom_beta_compatible", "/v1", "/v1/models", { authorization: `Bearer ${KEY}` }],
  ["custom_beta_responses", "", "/v1/models", { authorization: `Bearer ${KEY}` }],
  ["custom_alpha_compatible", "", "/v1/models?limit=1000", { "x-api-key": KEY, "anthropic-version": "2023-06-01" }],
])("a provider of %s at %j is asked at %s with its own key", async (kind, base, target, headers) => {
  const server = await lab(list(BIG));
  const at = machine({ [GLOBAL]: configOf({ lab: entry(`${server.url}${base}`, "${LAB_KEY}", kind) }) });
  expect(await doctor(at)).toMatchObject({ code: 0, status: "ok", title: "1 provider listed its models" });
  const [one] = server.askedForList;
  expect([one?.method, one?.target]).toEqual(["GET", target]);
  expect(one?.headers).toMatchObject({ ...headers, accept: "application/json", connection: "close" });
  expect(server.asked).toEqual([]);
});

test.each<readonly [string, Script, "problem" | "warning", string]>([
  ["401", answerOf(401, `{"error":{"message":"no ${KEY}"}}`), "problem", "the key is refused (401)"],
  ["403", answerOf(403, KEY), "problem", "the key is refused (403)"],
  ["404", answerOf(404, KEY), "warning", "it has no list of models (404)"],
  ["429", answerOf(429, KEY), "warning", "it answers with status 429"],
  ["503", answerOf(503, KEY), "warning", "it answers with status 503"],
  ["HTML", answerOf(200, `<html>${KEY}`), "warning", "it answers with something that is no list of models"],
  ["nothing", (one) => one.cut(), "warning", "it cannot be reached (ECONNRESET)"],
  [
    "a part of a list",
    async (one) => {
      one.head(200, { "content-length": "1000" });
      await one.send('{"data":[');
      one.cut();
    },
    "warning",
    "it cannot be reached (ECONNRESET)",
  ],
])("%s: what doctor says, and models", async (_, script, status, why) => {
  const server = await lab(script);
  const at = here(server.url);
  const code = status === "problem" ? 1 : 0;
  const said = await doctor(at);
  expect(said).toMatchObject({ code, status, texts: [`\`providers.lab\`: ${why}`] });
  expect(said.details[0]?.path).toBe(status === "problem" ? "/providers/lab/auth/key" : "/providers/lab");
  expect(said.advice).toBeDefined();
  const found = await models(at);
  expect(found).toMatchObject({
    code,
    asked: [{ provider: "lab", status: status === "problem" ? "refused" : "failed", reason: why }],
  });
  expect(found.text.stderr).toContain(`\`lab\`: ${why}\n`);
});

test("a server that nobody runs, and one without a key that wants one", async () => {
  const server = await lab(answerOf(401, ""));
  const open = `{ kind: { type: custom_beta_compatible }, url: "${server.url}/v1", auth: { type: no_auth } }`;
  const at = machine({ [GLOBAL]: configOf({ off: entry("http://127.0.0.1:1/v1"), open }) });
  expect(await doctor(at)).toMatchObject({
    ...{ code: 1, status: "problem" },
    texts: ["`providers.open`: it wants a key (401)", "`providers.off`: it cannot be reached (ECONNREFUSED)"],
  });
});

test.each([301, 302, 303, 307, 308])("a redirect with %i: the key arrives nowhere else", async (status) => {
  const elsewhere = await lab(list(BIG));
  const server = await lab(redirecting(status, `${elsewhere.url}/v1/models`));
  expect(await doctor(here(server.url))).toMatchObject({
    ...{ code: 0, status: "warning" },
    texts: [`\`providers.lab\`: it redirects to another address (${status}), which is not followed`],
  });
  expect([elsewhere.asked, elsewhere.askedForList]).toEqual([[], []]);
});

test("a body without an end is left at its limit", async () => {
  const server = await lab(endlessList);
  expect(await doctor(here(server.url))).toMatchObject({ texts: ["`providers.lab`: its list is longer than 1 MiB"] });
  await server.idle();
});

test.each<readonly [string, (bytes: Buffer) => Buffer]>([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("a list in the coding %s, that nobody has asked for, and one that is huge without it", async (coding, code) => {
  const coded =
    (body: string): Script =>
    async (one) => {
      one.head(200, { "content-encoding": coding });
      await one.send(code(Buffer.from(body)));
      one.end();
    };
  const server = await lab(coded(JSON.stringify({ data: [BIG] })));
  expect(await models(here(server.url))).toMatchObject({ models: [{ name: "big-1.5" }] });
  server.list(coded(`{"data":[${'{"id":"m"},'.repeat(200_000)}{}]}`));
  expect(await doctor(here(server.url))).toMatchObject({ texts: ["`providers.lab`: its list is longer than 1 MiB"] });
  server.list(async (one) => {
    one.head(200, { "content-encoding": coding });
    await one.send("no such coding");
    one.end();
  });
  expect(await doctor(here(server.url))).toMatchObject({ code: 0, status: "warning" });
});

test("a provider that does not end its answer in time, by the clock of a test", async () => {
  const server = await lab(async (one) => {
    one.head(200);
    await one.send('{"data":[');
    ring();
  });
  const pauses: number[] = [];
  let ring = (): void => undefined;
  const clock: Clock = {
    now: () => 0,
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return new Promise((done) => {
        ring = done;
      });
    },
  };
  const at = here(server.url);
  const said = { stdout: "", stderr: "" };
  const into = (name: keyof typeof said) => ({
    write: (text: string, done?: () => void): void => {
      said[name] += text;
      done?.();
    },
  });
  const argv = ["node", "agentcfg", "doctor", "--online"];
  const streams = { stdin: Readable.from([]), stdout: into("stdout"), stderr: into("stderr") };
  const code = await main({ directory: resolve("."), argv, ...streams, clock }, at.host);
  expect(said.stdout).toContain("`providers.lab`: it was not asked: a variable in its `auth.key` is not set");
  const set = { ...at.host, env: { ...at.env, ...ENV } };
  expect([code, await main({ directory: resolve("."), argv, ...streams, clock }, set)]).toEqual([1, 0]);
  expect(said.stdout).toContain("`providers.lab`: it has not listed its models within 5 seconds");
  expect(pauses).toEqual([5000]);
  await server.idle();
});

describe("what is asked", () => {
  test("without the options nobody", async () => {
    const server = await lab(list(BIG));
    const at = here(server.url);
    for (const args of [["doctor"], ["doctor", "--format", "json"], ["models"], ["models", "--origin"], ["lint"]])
      await at.run(args, ENV);
    expect(server.connections()).toBe(0);
    expect(server.askedForList).toEqual([]);
    const { checks } = JSON.parse((await at.run(["doctor", "--format", "json"], ENV)).stdout);
    expect(checks.map(({ id }: { id: string }) => id)).not.toContain("online");
  });

  test("an echo needs no network, and a provider that cannot be asked is told with the reason", async () => {
    const echo = '{ kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:1/v1", protocol: test }';
    expect(await doctor(machine({ [GLOBAL]: configOf({ echo }) }))).toMatchObject({
      ...{ code: 0, status: "ok", title: "there is no provider to ask", texts: [] },
    });
    const device =
      '{ kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:1/v1", auth: { type: delta_device, profile: p } }';
    const far =
      '{ kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:1/v1", protocol: v3_chat_completions }';
    expect(await doctor(machine({ [GLOBAL]: configOf({ device, far }) }))).toMatchObject({
      status: "warning",
      texts: [
        "`providers.device`: it was not asked: this kind of login is not supported here",
        "`providers.far`: it was not asked: `agent` does not speak `v3_chat_completions`",
      ],
    });
  });

  test("a provider of a catalog, at the address of the catalog", async () => {
    const server = await lab(list(BIG));
    const catalog = { providers: { beta: { url: `${server.url}/v1`, protocol: "beta_chat_completions" } } };
    const one = "{ kind: { type: catalog, name: beta }, auth: { type: static_key, key: a-b-c-d-e } }";
    const at = machine({ [GLOBAL]: configOf({ one }), "catalog.json": JSON.stringify(catalog) });
    expect(await doctor(at, ["--catalog", "catalog.json"])).toMatchObject({ status: "ok" });
    expect(server.askedForList[0]?.headers.authorization).toBe("Bearer a-b-c-d-e");
  });

  test("the key of a command, where the user allows commands, and nothing where a variable is not set", async () => {
    const server = await lab(list(BIG));
    const on = configOf(
      { lab: entry(`${server.url}/v1`, "$(printf from-a-command)") },
      "config_command_substitution: true\n",
    );
    expect(await doctor(machine({ [GLOBAL]: on }))).toMatchObject({ status: "ok" });
    expect(server.askedForList[0]?.headers.authorization).toBe("Bearer from-a-command");
    const missing = configOf({ lab: entry(`${server.url}/v1`, "${NOT_SET_HERE}") });
    const before = server.askedForList.length;
    expect(await doctor(machine({ [GLOBAL]: missing }))).toMatchObject({
      texts: ["`providers.lab`: it was not asked: a variable in its `auth.key` is not set"],
    });
    expect(server.askedForList).toHaveLength(before);
  });

  test("certificates of the configuration count", async () => {
    const { ca, key, cert } = privateAuthority();
    const server = await modelServer(() => undefined, { key, cert });
    server.list(list(BIG));
    const trusting = configOf({ lab: entry(`${server.url}/v1`) }, "daemon: { tls: { trust_store: ca.pem } }\n");
    expect(await doctor(machine({ [GLOBAL]: trusting, "ca.pem": ca }))).toMatchObject({ status: "ok" });
    expect(await doctor(here(server.url))).toMatchObject({
      texts: [expect.stringMatching(/^`providers\.lab`: its certificate is not trusted \([A-Z_]+\)$/)],
    });
  });

  test.each<readonly [string, Files]>([
    ["a mistake in the user's own file", { [PROJECT]: "version: 3\n" }],
    ["a policy that forbids the host", { [POLICY]: "allow: { hosts: [llm.acme.example] }\n" }],
    ["a policy that cannot be used", { [POLICY]: "allow: [\n" }],
  ])("nobody, with %s", async (name, files) => {
    const server = await lab(list(BIG));
    const wrong = name.startsWith("a mistake") ? "models: { m: { provider: lab, class: full } }\n" : "";
    const at = machine({ [GLOBAL]: configOf({ lab: entry(`${server.url}/v1`) }, wrong), ...files });
    expect(await doctor(at)).toMatchObject({
      ...{ code: 1, status: "warning", title: "no provider was asked: the configuration does not load" },
    });
    const run = await at.run(["models", "--discover"], ENV);
    expect(run.code).not.toBe(0);
    expect(server.askedForList).toEqual([]);
  });

  test("a policy of an option holds as well", async () => {
    const server = await lab(list(BIG));
    const at = machine({
      ...{ [GLOBAL]: configOf({ lab: entry(`${server.url}/v1`) }) },
      "strict.yaml": "allow: { hosts: [llm.acme.example] }\n",
    });
    expect(await doctor(at, ["--policy", "strict.yaml"])).toMatchObject({ code: 1, status: "warning" });
    expect(await models(at, ["--policy", "strict.yaml"])).toMatchObject({ code: 1 });
    expect(server.askedForList).toEqual([]);
  });
});

describe("a project", () => {
  test("that its user does not vouch for leads no key elsewhere, and none of its providers is asked", async () => {
    const [own, foreign] = [await lab(list(BIG)), await lab(list(BIG))];
    const at = machine({
      [GLOBAL]: configOf({ lab: entry(`${own.url}/v1`) }),
      [PROJECT]: configOf({
        lab: `{ url: "${foreign.url}/v1", headers: { X-Key: "\${LAB_KEY}" } }`,
        theirs: entry(`${foreign.url}/v1`),
      }),
    });
    const said = await doctor(at);
    expect(said.texts).toEqual(["`providers.theirs`: it was not asked: you do not vouch for the project that adds it"]);
    expect(await models(at)).toMatchObject({
      asked: [
        { provider: "lab", status: "listed" },
        { provider: "theirs", status: "skipped" },
      ],
    });
    expect([foreign.asked, foreign.askedForList, foreign.connections()]).toEqual([[], [], 0]);
    expect(own.askedForList.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill(`Bearer ${KEY}`));
    expect(own.askedForList.map(({ headers }) => headers["x-key"])).toEqual(Array(4).fill(undefined));
  });

  test("that its user vouches for is asked, and with `--untrusted` it is not", async () => {
    const theirs = await lab(list(BIG));
    const files = {
      [GLOBAL]: "version: 3\n",
      [PROJECT]: configOf({ theirs: entry(`${theirs.url}/v1`, "their-own-key") }),
    };
    const at = await vouched(machine(files));
    expect(await models(at, ["--untrusted"])).toMatchObject({ models: [], asked: [{ status: "skipped" }] });
    expect(theirs.askedForList).toEqual([]);
    expect(await models(at)).toMatchObject({ code: 0, models: [{ name: "big-1.5" }] });
    expect(theirs.askedForList[0]?.headers.authorization).toBe("Bearer their-own-key");
  });
});

/** A model with a name of the user's own. */
const OWN = (sent: string): string =>
  `models: { own: { provider: lab, provider_name: ${sent}, class: full, context_window: 9000 } }\n`;

describe("the default models", () => {
  const LISTED = list(
    BIG,
    { id: "vague" },
    { id: "quiet", context_window: 9000, supports_tools: false },
    { id: "embed", context_window: 9000, type: "embedding" },
  );
  const off = entry("http://127.0.0.1:1/v1");

  test.each([
    ["big-1.5", "", undefined],
    ["own", OWN("big-1.5"), undefined],
    ["vague", "", "its provider lists it without its context window"],
    ["vague", "models: { vague: { context_window: 9000 } }\n", undefined],
    ["embed", "", "its provider lists it as one that does not answer with text"],
    ["quiet", "", "its provider lists it without tools; with `tool_loading: no_tools` it works without them"],
    ["quiet", "models: { quiet: { tool_loading: no_tools } }\n", undefined],
    ["missing", "", "nothing says which provider it runs on, and no provider lists it"],
    ["mine", "models: { mine: { class: full } }\n", "nothing says which provider it runs on, and no provider lists it"],
  ])("%s with %j", async (name, rest, why) => {
    const server = await lab(LISTED);
    const config = (providers: Readonly<Record<string, string>>): Files => ({
      [GLOBAL]: configOf(providers, `defaults: { full: ${name} }\n${rest}`),
    });
    const mine = entry(`${server.url}/v1`);
    const said = await doctor(machine(config({ lab: mine })));
    if (why === undefined) expect(said).toMatchObject({ code: 0, status: "ok" });
    else
      expect(said).toMatchObject({
        ...{ code: 1, status: "problem", title: "1 default model cannot be used" },
        texts: [`\`defaults.full\`: \`${name}\`: ${why}`],
      });
    // A provider that did not answer may have it.
    const { status } = await doctor(machine(config({ lab: mine, off })));
    expect(status).toBe(why === undefined || why.startsWith("nothing") ? "warning" : "problem");
  });
});

describe("a default model that its provider does not list", () => {
  test.each([
    ["own", OWN("bigg-1.5"), true],
    ["bigg-1.5", "models: { bigg-1.5: { provider: lab, class: full, context_window: 9000 } }\n", true],
    ["default_model:mini", "models: { own: { provider: lab, class: full, context_window: 9000 } }\n", false],
    // Its list has the longer name of the same model.
    ["own", OWN("big"), false],
    // It may have it, and did not say so.
    ["own", OWN("bigg-1.5").replace("provider: lab", "provider: off"), false],
  ])("%s with %s", async (name, rest, isTold) => {
    const server = await lab(list(BIG));
    const off = entry("http://127.0.0.1:1/v1");
    const providers = { lab: entry(`${server.url}/v1`), ...(rest.includes("off") ? { off } : {}) };
    const at = machine({ [GLOBAL]: configOf(providers, `defaults: { full: "${name}" }\n${rest}`) });
    const { texts, title, status, code, advice } = await doctor(at);
    const told = `\`defaults.full\`: \`${name}\`: \`providers.lab\` does not list it`;
    expect(texts.includes(told)).toBe(isTold);
    if (!isTold) return;
    expect([code, status, title]).toEqual([0, "warning", "1 default model is in no list"]);
    expect(advice).toContain("agentcfg models --discover");
  });

  test("a host of deployments lists other names", async () => {
    const server = await lab(list(BIG));
    const gamma = entry(`${server.url}/v1`).replace("static_key,", "static_key, format: gamma_api_key,");
    const at = machine({ [GLOBAL]: configOf({ lab: gamma }, `defaults: { full: own }\n${OWN("deployed")}`) });
    expect(await doctor(at)).toMatchObject({ status: "ok", texts: [] });
  });
});

test.each([
  ["$(cat key)", "its `auth.key` has a command, and `config_command_substitution` is not on"],
  ["${NOT_SET_HERE}", "a variable in its `auth.key` is not set"],
])("a provider with the key %s is not asked, and the reason names the key", async (key, why) => {
  const at = machine({ [GLOBAL]: configOf({ lab: entry("http://127.0.0.1:1/v1", key) }) });
  expect(await doctor(at)).toMatchObject({ texts: [`\`providers.lab\`: it was not asked: ${why}`] });
});

const NO_WINDOW = "agentcfg: a listed model without a window is usable once `models.<name>.context_window` has it\n";

describe("models --discover", () => {
  test("a table of the configured models and the listed ones, with the sources of their facts", async () => {
    const server = await lab(
      list(BIG, { id: "own" }, { id: "vague" }, { id: "embed", type: "embedding", context_length: 8000 }),
    );
    const at = here(
      server.url,
      "defaults: { full: big-1.5 }\nmodels:\n  big-1.5: { max_output_tokens_per_turn: 4000 }\n  own: { provider: lab, class: mini, context_window: 9000 }\n",
    );
    const { text, models: rows, asked } = await models(at);
    expect(text).toEqual({
      code: 0,
      stderr: `\`lab\`: 4 models\n${NO_WINDOW}`,
      stdout: `model    provider  class  window   output  compacts at  efforts  from               default for
big-1.5  lab       ?      128,000  4,000   107,520      ?        discovered global  full, mini (falls back), nano (falls back)
own      lab       mini   9,000    ?       6,750        ?        global
vague    lab       ?      ?        ?       ?            ?        discovered
`,
    });
    expect(rows).toMatchObject([
      { name: "big-1.5", configured: true, listed: true, contextWindow: { value: 128000, from: "discovered" } },
      {
        name: "own",
        configured: true,
        listed: true,
        contextWindow: { value: 9000, from: expect.stringContaining("config.yaml") },
      },
      { name: "vague", configured: false, listed: true, contextWindow: { why: "not set" } },
    ]);
    expect(asked).toEqual([{ provider: "lab", status: "listed", models: 4 }]);
    const { stdout } = await at.run(["models", "--discover", "--origin"], ENV);
    expect(stdout).toContain("  window       128,000               the provider's list\n");
  });

  test("ten thousand models: some are shown, and the others counted", async () => {
    const server = await lab(list(...Array.from({ length: 10_000 }, (_, at) => ({ id: `m-${at}` }))));
    const { models: rows, more, text, asked } = await models(here(server.url, "defaults: { full: m-9999 }\n"));
    expect([rows.length, more, asked]).toEqual([201, 9800, [{ provider: "lab", status: "listed", models: 10_000 }]]);
    expect(text.stderr).toBe(`\`lab\`: 10,000 models\n9,800 more models are not shown\n${NO_WINDOW}`);
  });

  test("names from the network act on nobody, and none holds the key", async () => {
    const names = [
      "::error file=a::x",
      "##[error]x",
      "a|b",
      "`x`",
      "\u001b[2J",
      "a\n::error::b",
      "\u202ex",
      KEY,
      `m-${KEY}`,
    ];
    const server = await lab(list(...names.map((id) => ({ id, context_window: 9000, name: `${id}\u0007` }))));
    const { models: rows, asked, text } = await models(here(server.url));
    expect(rows.map(({ name }) => name)).toEqual(["::error file=a::x", "##[error]x", "a|b", "`x`"]);
    expect(asked).toEqual([{ provider: "lab", status: "listed", models: 4, leftOut: 5 }]);
    expect(text.stderr).toBe("`lab`: 4 models, and 5 without a name that can be shown\n");
  });

  test("a secret word of the user is hidden in names of a list", async () => {
    const server = await lab(list({ id: "acme-secret-model", context_window: 9000 }));
    const { models: rows } = await models(here(server.url, "permissions: { secret_words: [acme-secret] }\n"));
    expect(rows.map(({ name }) => name)).toEqual(["<redacted>-model"]);
  });

  test("without a home directory, and without a configuration", async () => {
    const none = machine({}, { env: { HOME: "" } });
    expect(await none.run(["models", "--discover"])).toMatchObject({ code: 3, stdout: "" });
    expect(await none.run(["doctor", "--online"])).toMatchObject({ code: 3 });
  });
});
