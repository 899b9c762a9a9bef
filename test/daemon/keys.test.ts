/** Where the daemon acts on each key of a configuration: compared with the schema and the rooms, and said in the log. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KEYS, UNUSED } from "../../src/agent/session/daemon/keys.js";
import { OFFLINE, running } from "./bench.js";

interface Shape {
  readonly properties: Readonly<Record<string, unknown>>;
}

test("every key of the schema has its place, and every place is a room", () => {
  const { properties, $defs } = JSON.parse(readFileSync("schema/config.schema.json", "utf8")) as Shape & {
    readonly $defs: { readonly DaemonConfig: Shape };
  };
  const whole = Object.keys(properties).filter((key) => key !== "$schema" && key !== "daemon");
  const ofDaemon = Object.keys($defs.DaemonConfig.properties).map((key) => `daemon.${key}`);
  expect(Object.keys(KEYS).toSorted()).toEqual([...whole, ...ofDaemon].toSorted());
  for (const acting of Object.values(KEYS))
    expect(acting === null || existsSync(`src/agent/${acting.room}`)).toBe(true);
});

test("a key that is set and does nothing is named once; C318 nothing is said of one that is not set", async () => {
  const bench = await running({
    config: `${OFFLINE}daemon: { goal_driver: {}, web: {} }\ntui: { theme: dark }\n`,
  });
  await bench.turn("hello");
  const said = bench.log.filter((line) => line.includes("nothing in this daemon uses this yet"));
  expect(
    UNUSED.filter((key) => said.some((line) => line.endsWith(`path=${key}\n`) || line.trim().endsWith(`path=${key}`))),
  ).toEqual(["tui", "daemon.web", "daemon.goal_driver"]);
  expect(said).toHaveLength(3);
});

test("what a value comes to here is said once: no tools that are loaded later", async () => {
  const config = `${OFFLINE.replace("no_reasoning }", "no_reasoning }, tool_loading: native_deferred")}`;
  const bench = await running({ config });
  await bench.turn("hello");
  await bench.turn("again");
  expect(bench.log.filter((line) => line.includes("path=models.echo.tool_loading"))).toHaveLength(1);
});
