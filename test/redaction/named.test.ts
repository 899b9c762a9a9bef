/** Values that only their names, or the schema of another form, show to be secrets. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";
import { render } from "../report/sound.js";

const VALUE = "Xk92fjQzLm38";

test("a request option with the name of a credential is hidden and reported, another one is not", async () => {
  const text = `version: 3
models:
  m: { provider: p, class: full, context_window: 9000, request_option_defaults: { api_key: ${VALUE}, cache_key: Yk92fjQzLm38 } }
providers: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test/v1" } }
`;
  const path = "/models/m/request_option_defaults/api_key";
  for (const [as, severity] of [
    ["global", "warning"],
    ["project", "error"],
  ] as const) {
    const result = lint({ texts: [{ file: "config.yaml", text, as }] });
    const found = result.diagnostics.filter(({ rule }) => rule === "secret/literal");
    expect(found).toMatchObject([{ severity, path }]);
    for (const shown of Object.values(render(result))) expect(shown).not.toContain(VALUE);
  }
  const at = machine({ [GLOBAL]: text });
  for (const command of [["show"], ["get", "models"], ["explain", "models.m.request_option_defaults"]]) {
    const { stdout } = await at.run(command);
    expect([command, stdout.includes(VALUE)]).toEqual([command, false]);
    expect(stdout).toContain("cache_key");
  }
});

test.each([
  ["a text", VALUE],
  ["a list", `[${VALUE}]`],
])("the key of a search provider as %s in place of the provider", (_, value) => {
  const text = `version: 3\nintegrations: { search: { strategy: random, providers: { search_a: ${value} } } }\n`;
  const result = lint({ texts: [{ file: "config.yaml", text }] });
  expect(result.diagnostics).toMatchObject([{ rule: "schema/wrong-type" }]);
  for (const shown of Object.values(render(result))) expect(shown).not.toContain(VALUE);
});
