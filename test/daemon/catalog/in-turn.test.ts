/** Publications do not overtake each other. */
import { expect, test } from "vitest";
import { inTurn } from "../../../src/agent/session/catalog/catalog.js";
import { gate } from "../../model/server.js";
import { settled } from "../bench.js";

test("a slow run is waited for, and all who ask meanwhile share the next one", async () => {
  const gates = [gate(), gate(), gate()];
  const said: string[] = [];
  let loaded = "a";
  let runs = 0;
  const publish = inTurn(async () => {
    const [number, seen] = [runs, loaded];
    runs += 1;
    await gates[number]?.passed;
    said.push(seen);
    return seen;
  });
  const first = publish();
  await settled();
  loaded = "b";
  const [second, third] = [publish(), publish()];
  loaded = "c";
  gates[1]?.open();
  await settled();
  expect(said).toEqual([]);
  gates[0]?.open();
  expect(await Promise.all([first, second, third])).toEqual(["a", "c", "c"]);
  expect(said).toEqual(["a", "c"]);
});

test("a run that fails is told to those who asked for it, and the next one runs", async () => {
  let runs = 0;
  const publish = inTurn(async () => {
    runs += 1;
    if (runs === 1) throw new Error("no");
    return runs;
  });
  await expect(publish()).rejects.toThrow("no");
  expect(await publish()).toBe(2);
});
