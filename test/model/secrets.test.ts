/** No credential is seen in what a model is asked with, in what comes back, or in what goes wrong. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ask } from "../../src/agent/session/model/ask.js";
import { ModelFailure } from "../../src/agent/session/model/failure.js";
import { resolveModel } from "../../src/agent/session/model/resolve.js";
import { asking, configOf, errorIn, HELLO, heard, single, targetIn } from "./asking.js";
import { answerOf, modelServer, type Script, saying } from "./server.js";

const [KEY, HEADER, QUERY] = ["canary-key-4711", "canary-header-4712", "canary-query-4713"];
const CANARY = /canary/;

const provider = `auth: { type: static_key, key: "${KEY}" }, headers: { X-Token: "${HEADER}" }`;

/** Every way in which a value gets into a log. */
function printed(value: unknown): string {
  const deep = { depth: Infinity, showHidden: true, getters: true, showProxy: true } as const;
  const stack = value instanceof Error ? value.stack : "";
  return [inspect(value), inspect(value, deep), JSON.stringify(value), String(value), stack].join("\n");
}

test("a target shows nothing of it, and has all of it", async () => {
  const config = await configOf(single(`https://a.example/v1?key=${QUERY}`, provider));
  const target = targetIn(config);
  expect(printed(resolveModel(config))).not.toMatch(CANARY);
  expect(printed(target)).not.toMatch(CANARY);
  expect(printed({ ...target })).not.toMatch(CANARY);
  expect(structuredClone({ ...target, address: undefined })).toMatchObject({ model: "m" });
  expect(JSON.stringify(target.address?.reveal())).toMatch(new RegExp(`${QUERY}.*${KEY}.*${HEADER}`));
});

/** What providers do with what they were sent. */
const repeating =
  (status: number): Script =>
  (one) =>
    answerOf(status, JSON.stringify({ error: { message: one.asked.rawHeaders.join(" "), code: KEY } }))(one);

test.each([
  ["an error that repeats the request", repeating(401)],
  ["an error in an answer that repeats the request", repeating(200)],
  ["a page that repeats the request", answerOf(200, `<html>${KEY} ${HEADER}`)],
  ["a stream that repeats the request", answerOf(200, `data: ${KEY}\n\n`)],
  ["a broken connection", (one) => one.cut()],
] as readonly (readonly [string, Script])[])("%s", async (_, script) => {
  const server = await modelServer(script);
  const target = targetIn(await configOf(single(`${server.url}/v1?key=${QUERY}`, provider)));
  const all = async (): Promise<void> => {
    for await (const event of ask(target, HELLO, asking())) expect(printed(event)).not.toMatch(CANARY);
  };
  const error: unknown = await all().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelFailure);
  expect(printed(error)).not.toMatch(CANARY);
  const [asked] = server.asked;
  expect(asked?.rawHeaders.join(" ")).toContain(KEY);
});

test("nobody is there, or nobody can be asked", async () => {
  const unreachable = targetIn(await configOf(single(`http://127.0.0.1:1/v1?key=${QUERY}`, provider)));
  expect(printed(await heard(unreachable))).not.toMatch(CANARY);
  const config = await configOf(single("http://127.0.0.1:1/v1", provider));
  const lab = { ...config.providers?.["lab"], url: `http://user:${QUERY}@a.example/v1` };
  const broken = { ...config, providers: { lab } } as typeof config;
  expect(errorIn(broken)).toMatchObject({ code: "provider_unsupported", key: "providers.lab.url" });
  expect(printed(errorIn(broken))).not.toMatch(CANARY);
  const split = { ...lab, url: "http://a.example", headers: { "X-Token": `${HEADER}\nX: y` } };
  const error = errorIn({ ...config, providers: { lab: split } } as typeof config);
  expect(error).toMatchObject({ code: "provider_unsupported", key: "providers.lab.headers.X-Token" });
  expect(printed(error)).not.toMatch(CANARY);
});

test("what a whole answer leaves behind", async () => {
  const server = await modelServer(saying("hi"));
  expect(printed(await heard(targetIn(await configOf(single(server.url, provider)))))).not.toMatch(CANARY);
});
