/** A fix is judged by its own effect, and one that is refused stands in nobody's way (S35). */
import { expect, test } from "vitest";
import { fix } from "../../src/fix.js";
import { layered } from "../machine/layered.js";

function fixed(global: string, unsafe = false): { readonly text: string; readonly notes: readonly string[] } {
  const at = layered({ global, format: "yaml" });
  const { fixed: changed, after } = fix({ host: at.host, unsafe });
  return { text: changed[0]?.text ?? global, notes: after.diagnostics.flatMap(({ notes }) => notes) };
}

const BAD = "provder:\n  p: { kind: { type: catalg, name: alpha } }\n";

test("a section whose name hides mistakes keeps it, and the report says why", () => {
  const { text, notes } = fixed(
    `version: 3\nprovidrs:\n  p: { url: 3, auth: 4, kind: { type: catalog, name: alpha } }\n`,
  );
  expect(text).toContain("providrs:");
  expect(notes).toEqual(["the fix is not applied, because it would leave more errors than there are"]);
});

test("another mistake in the file changes nothing about that", () => {
  const { text } = fixed(
    `version: 3\ndaemon: { log_level: inf }\nprovidrs:\n  p: { url: 3, kind: { type: catalog, name: alpha } }\n`,
  );
  expect(text).toContain("log_level: info");
  expect(text).toContain("providrs:");
});

test("a refused fix at the same place does not keep the next one from its turn", () => {
  const { text } = fixed("subagent:\n  build: { model: x }\nfacet:\n  plan: { source: 'agent://x' }\n");
  expect(text).toContain("subagent:\n");
  expect(text).toContain("facets:\n");
});

test("what a safe fix could do is done", () => {
  const { text, notes } = fixed(BAD.replace("catalg", "catalog").replace("provder", "version: 3\nproviderss"));
  expect(text).toContain("providers:");
  expect(notes).toEqual([]);
});
