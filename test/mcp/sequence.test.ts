/** Tool servers under anything that users, reloads and the servers themselves do, in any order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadMcpPackage } from "../../src/agent/session/mcp/package.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { HandClock } from "../ports/hand-clock.js";
import { type HandChild, handChildren, speaking, tool } from "./hand-child.js";
import { configured, passing, running, type Written } from "./host.js";

const NAMES = ["a", "b"] as const;

type Step =
  | { readonly kind: "enable" | "disable" | "reconnect" | "end" | "garbage" | "news"; readonly name: string }
  | { readonly kind: "apply"; readonly servers: Readonly<Record<string, Written>> }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "rest" };

const name = fc.constantFrom(...NAMES);
const server = fc.record({ version: fc.nat(1), isOn: fc.boolean() });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("enable", "disable", "reconnect", "end", "garbage", "news"), name }),
  fc
    .dictionary(name, server, { maxKeys: 2 })
    .map((servers): Step => ({ kind: "apply", servers: Object.fromEntries(Object.entries(servers).map(written)) })),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(10, 1_000, limits.mcpAnswer) }),
  fc.constant<Step>({ kind: "rest" }),
);

function written([own, { version, isOn }]: readonly [string, { version: number; isOn: boolean }]): [string, Written] {
  return [own, { command: own, args: [String(version)], default_enabled: isOn }];
}

test("a server has one process at most, an enabled one is connected in the end, and none is left after a stop", async () => {
  // Loading it takes time that no clock of a test knows.
  await loadMcpPackage();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, stubborn) => {
      const clock = new HandClock();
      const most: number[] = [];
      const aliveOf = (program: string): readonly HandChild[] =>
        children.all.filter((child) => child.options.program === program && child.isAlive());
      const children = handChildren(
        speaking(() => ({ tools: [tool("echo")] })),
        { stubborn, begin: (child) => void most.push(aliveOf(child.options.program).length) },
      );
      const first = Object.fromEntries(NAMES.map((own) => written([own, { version: 0, isOn: true }])));
      const { servers, of } = running(configured(first), { clock, startChild: children.start });
      for (const one of steps) {
        if (one.kind === "rest") await new Promise((resolve) => setImmediate(resolve));
        else if (one.kind === "pass") clock.pass(one.ms);
        else if (one.kind === "apply") servers.apply(configured(one.servers));
        else if (one.kind === "end") aliveOf(one.name)[0]?.end({ code: 1, signal: undefined });
        else if (one.kind === "garbage") aliveOf(one.name)[0]?.out("garbage\n".repeat(300));
        else if (one.kind === "news")
          aliveOf(one.name)[0]?.out('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
        else servers[one.kind](one.name);
      }
      servers.apply(configured(first));
      for (const own of NAMES) servers.enable(own);
      for (const own of NAMES) if (of(own).state === "disconnected") servers.reconnect(own);
      // The longest wait is one before an attempt.
      await passing(clock, new Promise<void>((resolve) => clock.after(limits.mcpRetryMost + 5_000, resolve)), 70_000);
      expect(NAMES.map((own) => [of(own).state, of(own).tools.length])).toEqual([
        ["connected", 1],
        ["connected", 1],
      ]);
      expect(NAMES.map((own) => aliveOf(own).length)).toEqual([1, 1]);
      expect(Math.max(...most)).toBe(1);
      await passing(clock, servers.stop());
      expect(children.all.filter((child) => child.isAlive())).toEqual([]);
    }),
    { numRuns: cases(600) },
  );
});
