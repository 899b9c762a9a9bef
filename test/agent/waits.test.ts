/** `agent exec` with a provider that fails for a while: what its user reads, and how it ends (P-S101, P-S102). */
import { expect, test } from "vitest";
import { ONCE, single } from "../model/asking.js";
import { delta, inTurn, modelServer, type Script, saying } from "../model/server.js";
import { place, run } from "./process.js";

async function started(script: Script, retry = "base_delay_ms: 1") {
  const server = await modelServer(script);
  return { server, at: place(single(`${server.url}/v1`).replace(ONCE, `retry: { ${retry} }`)) };
}

const limited =
  (headers: Readonly<Record<string, string>>): Script =>
  (one) => {
    one.head(429, headers);
    one.end();
  };

/** It breaks off after a space: a letter could be the first one of the daemon's own token, which is by chance. */
const cut: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  await one.send(delta("three "));
  one.cut();
};

const WAITS = (attempt: number, of: number, why: string): RegExp =>
  new RegExp(`^agent: waits until \\d\\d:\\d\\d:\\d\\d for attempt ${attempt} of ${of}: ${why}; Ctrl-C cancels$`);

test("a wait is a line on standard error, and the answer is exact", async () => {
  const { at, server } = await started(inTurn(limited({ "retry-after-ms": "150" }), saying("three blind mice")));
  const { code, stdout, stderr } = await run(["exec", "a rhyme", ...at.start]);
  expect([code, stdout, server.asked.length]).toEqual([0, "three blind mice", 2]);
  expect(stderr.trimEnd()).toMatch(WAITS(2, 4, "the provider `lab` limits the rate of requests"));
});

test("an answer that broke off is one text", async () => {
  const text = await started(inTurn(cut, saying("blind mice")));
  const { code, stdout, stderr } = await run(["exec", "a rhyme", ...text.at.start]);
  expect([code, stdout]).toEqual([0, "three blind mice"]);
  expect(stderr.trimEnd()).toMatch(WAITS(2, 4, "the connection to the provider `lab` broke \\(\\w+\\)"));
  const json = await started(inTurn(cut, saying("blind mice")));
  const ended = await run(["exec", "a rhyme", "--format", "json", "--quiet", ...json.at.start]);
  expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([
    0,
    { outcome: "completed", answer: "three blind mice" },
  ]);
  expect(ended.stderr).toContain("waits until");
});

test("a provider that never recovers: each wait, and the number of attempts", async () => {
  const { at, server } = await started(limited({ "retry-after-ms": "100" }), "max_retries: 2");
  const { code, stdout, stderr } = await run(["exec", "hi", ...at.start]);
  expect([code, stdout, server.asked.length]).toEqual([1, "", 3]);
  const [first, second, last, ...more] = stderr.trimEnd().split("\n");
  expect(first).toMatch(WAITS(2, 3, ".*"));
  expect(second).toMatch(WAITS(3, 3, ".*"));
  expect(last).toMatch(
    /^agent: the provider `lab` answered with status 429; 3 attempts failed \(provider_rate_limited\); try again in 1 second$/,
  );
  expect(more).toEqual([]);
});

test("nobody can be asked about a wait of an hour: it fails at once, and says when to try again", async () => {
  const { at, server } = await started(limited({ "retry-after": "3600" }));
  const { code, stderr } = await run(["exec", "hi", ...at.start]);
  expect([code, server.asked.length]).toEqual([1, 1]);
  expect(stderr).not.toContain("waits until");
  expect(stderr).toContain(
    "agent: nobody can be asked here: no answer to: The provider `lab` limits the rate of requests. Wait 60 minutes",
  );
  expect(stderr).toMatch(
    /\nagent: the provider `lab` answered with status 429; it can be asked again at 20[-\dT:]+Z \(/,
  );
});
