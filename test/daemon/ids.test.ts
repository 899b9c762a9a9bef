/** Ids that can be none: what a daemon answers is a code that the contract lists for the route. */
import { expect, test } from "vitest";
import routes from "../../schema/protocol/routes.json" with { type: "json" };
import type { ProtocolError } from "../../src/generated/protocol/types.js";
import { running } from "./bench.js";

const BAD = ["%00", "%2F", "%5C", "..", "%", "%ff", "x".repeat(5000)];
const all = Object.values(routes.daemon).filter(({ path }) => path.includes("{"));

test.each(all.map(({ method, path, codes }) => [method, path, codes] as const))(
  "%s %s",
  async (method, path, codes) => {
    const bench = await running();
    for (const id of BAD) {
      const answer = await bench.get(path.replaceAll(/\{\w+\}/g, id), {
        method,
        ...(method === "POST" ? { body: "{}" } : {}),
      });
      expect(answer.status, id).toBeGreaterThanOrEqual(400);
      expect([...codes, ...routes.everywhere], id).toContain(answer.json<ProtocolError>().code);
    }
  },
);
