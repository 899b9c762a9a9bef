/** What reaches a provider: path, headers and body, as the configuration says. */
import { expect, test } from "vitest";
import { endpointUrl } from "../../src/provider/endpoint.js";
import { REMOTE } from "../../src/provider/spoken.js";
import { configOf, errorIn, HELLO, heard, single, targetIn } from "./asking.js";
import { modelServer, saying } from "./server.js";

test.each([
  ["", "/chat/completions"],
  ["/v1", "/v1/chat/completions"],
  ["/v1/", "/v1/chat/completions"],
  ["/v1//", "/v1/chat/completions"],
  ["/openai/v1", "/openai/v1/chat/completions"],
  ["/v1?api-version=2", "/v1/chat/completions?api-version=2"],
  ["/v1/?a=%20b&c", "/v1/chat/completions?a=%20b&c"],
  ["/v1#part", "/v1/chat/completions"],
  ["/a%2Fb/v1", "/a%2Fb/v1/chat/completions"],
])("C295 chat completions at the base %j", async (base, expected) => {
  const server = await modelServer(saying("hi"));
  const { text } = await heard(targetIn(await configOf(single(`${server.url}${base}`))));
  expect([text, server.asked.map(({ method, target }) => `${method} ${target}`)]).toEqual(["hi", [`POST ${expected}`]]);
});

test.each([
  ["alpha_messages", "https://a.example", "https://a.example/v1/messages"],
  ["alpha_messages", "https://a.example/", "https://a.example/v1/messages"],
  ["beta_responses", "https://b.example", "https://b.example/v1/responses"],
  ["beta_responses", "https://b.example/v1", "https://b.example/v1/responses"],
  ["beta_responses", "https://b.example/v1/", "https://b.example/v1/responses"],
  ["beta_responses", "https://g.example/openai/v1?x=1", "https://g.example/openai/v1/responses?x=1"],
] as const)("C295 %s at %s", (dialect, base, expected) => {
  expect(endpointUrl(REMOTE[dialect].endpoint, base)).toBe(expected);
});

test.each([
  ["bearer_token", { authorization: "Bearer k.e-y" }],
  ["alpha_x_api_key", { "x-api-key": "k.e-y" }],
  ["gamma_api_key", { "api-key": "k.e-y" }],
  [undefined, { authorization: "Bearer k.e-y" }],
])("C296 a key as %s", async (format, expected) => {
  const server = await modelServer(saying("hi"));
  const auth = `auth: { type: static_key, key: "k.e-y"${format === undefined ? "" : `, format: ${format}`} }`;
  await heard(targetIn(await configOf(single(server.url, auth))));
  const { authorization, "x-api-key": alpha, "api-key": gamma } = server.asked[0]?.headers ?? {};
  expect(JSON.parse(JSON.stringify({ authorization, "x-api-key": alpha, "api-key": gamma }))).toEqual(expected);
});

test("C296 own headers win over configured ones in any case, and others are sent", async () => {
  const server = await modelServer(saying("hi"));
  const configured = [
    ...['AUTHORIZATION: "Bearer theirs"', 'cOntent-Type: "text/plain"', 'HOST: "elsewhere.example"'],
    ...['Content-Length: "1"', 'Transfer-Encoding: "gzip"', 'connection: "upgrade"', 'upgrade: "h2c"'],
    ...['X-Team: " blue "', 'x-api-key: "kept"'],
  ];
  const provider = `auth: { type: static_key, key: ours }, headers: { ${configured.join(", ")} }`;
  expect((await heard(targetIn(await configOf(single(server.url, provider))))).text).toBe("hi");
  const [asked] = server.asked;
  const names = asked?.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()) ?? [];
  expect(names.toSorted()).toEqual([
    ...["accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "host"],
    ...["user-agent", "x-api-key", "x-team"],
  ]);
  expect(asked?.headers).toMatchObject({
    authorization: "Bearer ours",
    connection: "keep-alive",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(asked?.body ?? "")),
    host: server.url.slice("http://".length),
    "x-team": "blue",
    "x-api-key": "kept",
  });
});

test("C296 without `auth`, and with `no_auth`, a configured credential is sent as it is", async () => {
  const server = await modelServer(saying("hi"));
  for (const auth of ["", "auth: { type: no_auth }, "]) {
    await heard(targetIn(await configOf(single(server.url, `${auth}headers: { Authorization: "Basic eA" }`))));
  }
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(["Basic eA", "Basic eA"]);
});

test("C297 a static key is trimmed and otherwise sent exactly", async () => {
  const server = await modelServer(saying("hi"));
  const key = "a.b-c_d~é !\"#$%&'()*+,/:;<=>?@[]^`{|}";
  const config = await configOf(single(server.url, 'auth: { type: static_key, key: "${KEY}" }'), {
    env: { KEY: ` \t\n${key}\r\n ` },
  });
  await heard(targetIn(config));
  expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
});

test.each([
  ["a line break", "one\ntwo"],
  ["a return", "one\rtwo"],
  ["NUL", "one\u0000two"],
  ["a character beyond Latin-1", "one\u{1F511}"],
  ["nothing", " \n"],
])("C297 a key that holds %s is refused before anybody is asked", async (_, key) => {
  const config = await configOf(single("http://127.0.0.1:9/v1", "auth: { type: static_key, key: x }"));
  const { lab } = config.providers ?? {};
  const broken = { ...config, providers: { lab: { ...lab, auth: { type: "static_key", key } } } } as typeof config;
  const error = errorIn(broken);
  expect(error).toMatchObject({ code: "provider_unsupported", provider: "lab", key: "providers.lab.auth.key" });
  expect(JSON.stringify(error)).not.toContain("one");
});

test("C298 provider_name, output limit, stop sequences, options and effort reach the request", async () => {
  const server = await modelServer(saying("hi"));
  const model = [
    ...['provider_name: "acme/big"', "max_output_tokens_per_turn: 512", 'stop_sequences: ["END", "\\n\\n"]'],
    ...['request_option_defaults: { cache: true, tier: standard, model: theirs, stream: "no" }'],
    "reasoning: { type: effort, effort_set: s, can_disable: true, levels: [low, high], default_level: low }",
  ];
  const config = await configOf(single(server.url, "", model.join(", ")));
  const conversation = {
    system: "be brief",
    messages: [
      { role: "user", text: "one" },
      { role: "assistant", text: "two" },
      { role: "user", text: "three 🙂" },
    ],
  } as const;
  for (const name of [undefined, "m(high)", "m(none)"]) await heard(targetIn(config, name), conversation);
  const bodies = server.asked.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(bodies[0]).toEqual({
    model: "acme/big",
    messages: [
      { role: "system", content: "be brief" },
      { role: "user", content: "one" },
      { role: "assistant", content: "two" },
      { role: "user", content: "three 🙂" },
    ],
    max_tokens: 512,
    stop: ["END", "\n\n"],
    reasoning_effort: "low",
    cache: true,
    tier: "standard",
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(bodies.map((body) => body["reasoning_effort"])).toEqual(["low", "high", "none"]);
});

test("half a character in the conversation is none in the request", async () => {
  const server = await modelServer(saying("hi"));
  const target = targetIn(await configOf(single(server.url)));
  await heard(target, { messages: [{ role: "user", text: "a\ud800b 😀" }] });
  expect(server.asked[0]?.body).not.toContain("\\u");
  expect(JSON.parse(server.asked[0]?.body ?? "")).toMatchObject({ messages: [{ content: "a\ufffdb 😀" }] });
});

test("C298 what is not configured is left to the provider", async () => {
  const server = await modelServer(saying("hi"));
  await heard(targetIn(await configOf(single(server.url))), HELLO);
  expect(JSON.parse(server.asked[0]?.body ?? "")).toEqual({
    model: "m",
    messages: [{ role: "user", content: "hello" }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("C298 the output limit of beta's own models that reason has the name that they take", async () => {
  const server = await modelServer(saying("hi"));
  const reasoning = "reasoning: { type: thinking, can_disable: true }";
  const limit = "max_output_tokens_per_turn: 9";
  for (const model of [`${limit}, variant: beta`, `${limit}, ${reasoning}`, `${limit}, ${reasoning}, variant: beta`])
    await heard(targetIn(await configOf(single(server.url, "", model))));
  const fields = server.asked.map(({ body }) => Object.keys(JSON.parse(body)).filter((name) => /^max/.test(name)));
  expect(fields).toEqual([["max_tokens"], ["max_tokens"], ["max_completion_tokens"]]);
});

test("a request says what it takes and who sends it; a configuration may say otherwise", async () => {
  const server = await modelServer(saying("hi"));
  await heard(targetIn(await configOf(single(`${server.url}/v1`))));
  const own = 'headers: { User-Agent: "mine/1", Accept: "*/*", accept-encoding: gzip }';
  await heard(targetIn(await configOf(single(`${server.url}/v1`, own))));
  const said = server.asked.map(({ headers }) => [headers.accept, headers["accept-encoding"], headers["user-agent"]]);
  expect(said).toEqual([
    ["text/event-stream, application/json", "identity", "agentcfg"],
    ["*/*", "gzip", "mine/1"],
  ]);
});
