/** A fix is judged by its own effect, and one that is refused stands in nobody's way (S35). */
import { expect, test } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { layered } from "../machine/layered.js";

function fixed(global: string, unsafe = false): { readonly text: string; readonly notes: readonly string[] } {
  const at = layered({ global, format: "yaml" });
  const { fixed: changed, after } = fix({ host: at.host, unsafe });
  return { text: changed[0]?.text ?? global, notes: after.diagnostics.flatMap(({ notes }) => notes) };
}

const BAD = "provder:\n  p: { kind: { type: catalg, name: alpha } }\n";

test("a name that would take the whole file away keeps its slip, and the report says why", () => {
  const { text, notes } = fixed("versoin: 4\n");
  expect(text).toContain("versoin:");
  expect(notes.join("\n")).toMatch(
    /^the fix is not applied, because it would leave more errors than there are: .*version 4/m,
  );
});

test("another mistake in the file changes nothing about that", () => {
  const { text } = fixed("daemon: { log_level: inf }\nversoin: 4\n");
  expect(text).toContain("log_level: info");
  expect(text).toContain("versoin:");
});

test("a refused fix at the same place does not keep the next one from its turn", () => {
  const { text } = fixed("versoin: 4\nfacet:\n  plan: { source: 'agent://x' }\n");
  expect(text).toContain("versoin:");
  expect(text).toContain("facets:\n");
});

test("a section whose name hides mistakes gets its right name: they have been counted", () => {
  const { text, notes } = fixed(
    "version: 3\nprovidrs:\n  p: { url: [], auth: 4, kind: { type: catalog, name: alpha } }\n",
  );
  expect(text).toContain("providers:");
  expect(notes).toEqual([]);
});

test("what a slip and a guess mend together is mended where guesses are wanted", () => {
  const written = "version: 3\nmcpServers:\n  github:\n    command: docker\n";
  expect(fixed(written).text).toBe("version: 3\nmcp_servers:\n  github:\n    command: docker\n");
  expect(fixed(written, true).text).toBe(
    "version: 3\nmcp_servers:\n  github:\n    command: docker\n    transport: stdio\n",
  );
});

test("what a safe fix could do is done", () => {
  const { text, notes } = fixed(BAD.replace("catalg", "catalog").replace("provder", "version: 3\nproviderss"));
  expect(text).toContain("providers:");
  expect(notes).toEqual([]);
});
