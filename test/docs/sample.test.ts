/** The configuration that the README tells newcomers to begin with. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { layered } from "../machine/layered.js";

const [, sample = ""] = /A first configuration.*?```yaml\n(.*?)```/s.exec(readFileSync("README.md", "utf8")) ?? [];

test("gives no line, and loads", async () => {
  const at = layered({ global: sample, format: "yaml", env: { ACME_KEY: "a secret" } });
  expect(at.lint()).toMatchObject({ diagnostics: [], unchecked: 0 });
  expect(await at.load()).toMatchObject({ ok: true, config: { defaults: { full: "acme/big" } } });
});
