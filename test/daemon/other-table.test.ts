/** A server of another table of routes than the daemon's: paths with parameters, one command, handlers of its own. */
import { expect, test } from "vitest";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { bodyReaderOf } from "../../src/agent/wire/protocol/body.js";
import { routerOf } from "../../src/agent/wire/protocol/router.js";
import { gateOf } from "../../src/agent/wire/server/gate.js";
import type { Handlers } from "../../src/agent/wire/server/handlers.js";
import type { Served } from "../../src/agent/wire/server/served.js";
import { serverOf } from "../../src/agent/wire/server/server.js";
import { isPromptRequest } from "../../src/generated/protocol/validators.js";
import { seededRandom } from "../ports/chance.js";
import { HandClock } from "../ports/hand-clock.js";
import { TOKEN } from "./bench.js";
import { type Asking, TestExchange } from "./exchange.js";

const routes = {
  state: { method: "GET", path: "/sessions/{id}", query: ["epoch"], answers: [{ status: 200, body: "Health" }] },
  prompt: {
    method: "POST",
    path: "/sessions/{id}/prompts/{name}",
    query: [],
    request: "PromptRequest",
    answers: [{ status: 202, body: "PromptAccepted" }],
  },
} as const;
type Routes = typeof routes;

const served: Served<Routes> = {
  routes,
  router: routerOf(routes),
  readBody: bodyReaderOf<Routes>({
    guards: { prompt: isPromptRequest },
    fields: { prompt: { content: {} } },
    parts: {
      prompt: [
        { path: ["content"], form: "string", isRequired: false, fits: (data: unknown) => typeof data === "string" },
      ],
    },
  }),
  uncounted: new Set(),
};

const handlers: Handlers<Routes> = {
  state: ({ parameters: { id }, query: { epoch = "none" } }) => ({
    body: { status: "ok", version: 1, daemon_epoch: epoch, session_id: id },
  }),
  prompt: ({ parameters: { name }, body: { generation = 0 } }) => ({
    body: { status: "admitted", prompt_id: name, generation },
  }),
};

async function answered(target: string, { headers = [], ...asking }: Asking = {}): Promise<TestExchange> {
  const server = serverOf({
    ...{ served, handlers, gate: gateOf(TOKEN), random: seededRandom(1), isStopping: () => false },
    log: logTo(() => {}, new HandClock()),
  });
  const own = [["authorization", `Bearer ${TOKEN}`] as const, ["host", "localhost"] as const];
  const exchange = new TestExchange(target, { ...asking, headers: [...own, ...headers] });
  server.answer(exchange);
  await exchange.until(() => exchange.isEnded);
  return exchange;
}

test("the segments of a path and the parameters of a query reach the handler", async () => {
  const exchange = await answered("/sessions/a%20b?epoch=e1&other=1");
  expect(exchange.status).toBe(200);
  expect(exchange.json()).toEqual({ status: "ok", version: 1, daemon_epoch: "e1", session_id: "a b" });
});

test("the body is read by the table's own reader", async () => {
  const path = "/sessions/a/prompts/p1";
  const good = await answered(path, { method: "POST", body: '{"generation":2}' });
  expect([good.status, good.json()]).toEqual([202, { status: "admitted", prompt_id: "p1", generation: 2 }]);
  const bad = await answered(path, { method: "POST", body: '{"content":7}' });
  expect(bad.json()).toMatchObject({
    ...{ code: "invalid_request", status: 400 },
    details: { mistake: "wrong_value", field: "content", expected: "string" },
  });
});

test("a route of the daemon is none of this server, and another method is named", async () => {
  expect((await answered("/sync")).json()).toMatchObject({ code: "not_found", status: 404 });
  const other = await answered("/sessions/a", { method: "DELETE" });
  expect([other.status, other.answerHeaders]).toEqual([405, expect.arrayContaining([["allow", "GET"]])]);
});

test("a route without a handler does not compile", () => {
  // @ts-expect-error `prompt` has no handler.
  const fewer: Handlers<Routes> = { state: handlers.state };
  expect(Object.keys(fewer)).toEqual(["state"]);
});
