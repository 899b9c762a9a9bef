/** P-S94: refusals of providers in words of their own: the person reads the reason and a true next step, and no key. */
import { expect, test } from "vitest";
import { whyFailed } from "../../src/agent/program/talk/next-step.js";
import type { TurnError } from "../../src/generated/protocol/types.js";
import { isTurnError } from "../../src/generated/protocol/validators.js";
import { configOf, heard, single, targetIn } from "./asking.js";
import { REFUSALS, type SaidRefusal } from "./refusals.js";
import { event, modelServer, type Script, streaming } from "./server.js";

const KEY = "sk-canary-4711x";

async function errorOf(script: Script): Promise<TurnError> {
  const server = await modelServer(script);
  const provider = `auth: { type: static_key, key: "${KEY}" }`;
  const { error } = await heard(targetIn(await configOf(single(`${server.url}/v1`, provider))));
  if (error === undefined) throw new Error("it did not fail");
  return error;
}

const answered =
  ({ status, body, type = "application/json", headers = {} }: SaidRefusal): Script =>
  async (one) => {
    const whole = Object.entries(headers).map(([name, value]) => [name, value.replaceAll("KEY", KEY)]);
    one.head(status, { "content-type": type, ...Object.fromEntries(whole) });
    await one.send(body.replaceAll("KEY", KEY));
    one.end();
  };

test("there are forty and more", () => {
  expect(new Set(REFUSALS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
});

test.each(REFUSALS.map((refusal) => [refusal.name, refusal] as const))("%s", async (_, refusal) => {
  const error = await errorOf(answered(refusal));
  expect([error.code, error.status, error.provider_message]).toEqual([refusal.code, refusal.status, refusal.words]);
  expect(isTurnError(error)).toBe(true);
  const said = whyFailed(error);
  expect(said.endsWith(`(${refusal.code}); ${refusal.next}`)).toBe(true);
  expect(said).not.toMatch(/canary|cana\*|\p{Cc}|\p{Cf}/u);
});

/** An error of the provider in an answer that has begun with 200. */
test.each(
  REFUSALS.filter(({ body, type }) => type === undefined && body.startsWith('{"error":{') && body.endsWith("}")).map(
    (refusal) => [refusal.name, refusal] as const,
  ),
)("in a stream: %s", async (_, { body, code, words, status }) => {
  const value = JSON.parse(body.replaceAll("KEY", KEY)) as { error: object };
  const error = await errorOf(
    streaming(event({ error: { ...value.error, ...("code" in value.error ? {} : { code: status }) } })),
  );
  expect(error.provider_message).toBe(words);
  if (code !== "provider_error" && code !== "provider_rate_limited") expect(error.code).toBe(code);
  expect(JSON.stringify(error)).not.toContain("canary");
});

test.each<[string, string]>([
  ["an unknown reason `error`", event({ choices: [{ index: 0, delta: {}, finish_reason: "error" }] })],
  [
    "an error in a choice",
    event({
      choices: [{ index: 0, delta: {}, error: { message: "upstream died", code: 502 }, finish_reason: "error" }],
    }),
  ],
  ["a list of errors", event({ error: [{ message: "upstream died" }] })],
  ["an error that is a text", event({ error: "upstream died" })],
])("%s fails the turn", async (name, last) => {
  const error = await errorOf(streaming(last));
  expect(error.code).toBe("provider_error");
  if (!name.includes("reason")) expect(error.provider_message).toBe("upstream died");
});

test.each(["model_context_window_exceeded", "context_length_exceeded"])(
  "the finish reason %s is too long",
  async (reason) => {
    expect(
      await errorOf(streaming(event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }))),
    ).toMatchObject({
      code: "context_overflow",
    });
  },
);

test("an answer that reaches its limit without a token is too long", async () => {
  const end = event({ choices: [{ index: 0, delta: {}, finish_reason: "length" }] });
  const usage = event({ choices: [], usage: { prompt_tokens: 8000, completion_tokens: 0 } });
  expect(await errorOf(streaming(end, usage))).toMatchObject({ code: "context_overflow", status: 200 });
});

test("words of any length are one line of 500 characters, in which no part of a key stands", async () => {
  for (const before of [0, 480, 490, 499, 500, 8000, 16_370, 16_380]) {
    const body = JSON.stringify({ error: { message: `${"x".repeat(before)}${KEY}${"y".repeat(20_000)}` } });
    const { provider_message = "" } = await errorOf(answered({ name: "", status: 500, body, code: "", next: "" }));
    expect(provider_message.length).toBeLessThanOrEqual(500);
    expect(provider_message).not.toMatch(/sk-|canary|\n/);
  }
});

test.each<[string, string]>([
  ["nested deeply", "[".repeat(10_000)],
  ["nested deeply, whole", `${'{"error":'.repeat(500)}"x"${"}".repeat(500)}`],
  ["nothing in it", "{}"],
  ["null", "null"],
  ["numbers", '{"error":{"message":5,"code":null}}'],
  ["names that objects have", '{"__proto__":{"message":"x"},"error":{"constructor":1}}'],
  ["a page without a title", "<html><body>no</body></html>"],
  ["spaces", "  \n\t "],
])("a refusal with %s is one", async (_, body) => {
  const error = await errorOf(answered({ name: "", status: 400, body, code: "", next: "" }));
  expect(error).toMatchObject({ code: "provider_error", status: 400 });
});
