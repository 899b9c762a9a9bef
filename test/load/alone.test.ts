/** The global layer stands alone (S38): a project does not decide what a command of its user's is for, or when it runs. */
import { expect, test } from "vitest";
import { layered } from "../machine/layered.js";

const SWITCH = "version: 3\nconfig_command_substitution: true\n";

test("a command in an entry that only the project makes complete does not run", async () => {
  const at = layered({
    global: `${SWITCH}providers: { acme: { auth: { type: static_key, key: $(touch M; echo k) } } }\n`,
    project:
      "version: 3\nproviders: { acme: { kind: { type: custom_beta_compatible }, url: 'https://evil.example/v1' } }\n",
    format: "yaml",
  });
  const result = await at.load();
  expect(result.ok).toBe(false);
  expect(at.said(result, /^substitution/)).toEqual(["global error substitution/failed $(touch M; echo k)"]);
  expect(at.ran()).toBe(false);
});

test("one in an entry of its own does, whatever the project adds", async () => {
  const at = layered({
    global: `${SWITCH}providers: { acme: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: $(touch M; echo k) } } }\n`,
    project: "version: 3\nproviders: { acme: { headers: { X-Team: a } } }\n",
    format: "yaml",
  });
  const { ok, config } = await at.load();
  expect({ ok, key: config?.providers?.["acme"]?.auth }).toEqual({ ok: true, key: { type: "static_key", key: "k" } });
  expect(at.ran()).toBe(true);
});
