/** The four defaults that depend on what stands around them (spec 2.3, 2.4, 2.10), as they are loaded. */
import { expect, test } from "vitest";
import type { LoadOptions } from "../../src/toolkit/load.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const GLOBAL_TEXT = `version: 3
providers:
  catalog: { kind: { type: catalog, name: alpha } }
  alpha: { kind: { type: custom_alpha_compatible }, url: 'https://a.example' }
  beta: { kind: { type: custom_beta_compatible }, url: 'https://b.example/v1' }
  responses: { kind: { type: custom_beta_responses }, url: 'https://r.example', protocol: null }
  chosen: { kind: { type: custom_beta_compatible }, url: 'https://c.example', protocol: beta_responses }
models:
  listed: { provider: catalog, class: full, context_window: 5000 }
  own: { provider: beta, class: full, context_window: 5000 }
  child: { inherits: own, supports_vision: null }
  seeing: { provider: beta, class: full, context_window: 5000, supports_vision: true }
  alias: { provider: '\${BETA}', class: full, context_window: 5000 }
mcp_servers:
  mine: { transport: http, url: 'https://m.example/', auth: { type: oauth } }
  named: { transport: http, url: 'https://n.example/', auth: { type: oauth }, auth_key_name: ours }
  with.dots: { transport: http, url: 'https://d.example/' }
`;

async function loaded(options: LoadOptions = {}, project = "version: 3\n") {
  const result = await machine({ [GLOBAL]: GLOBAL_TEXT, [PROJECT]: project }, { env: { BETA: "beta" } }).load(options);
  const find = (section: "providers" | "models" | "mcp_servers", key: string) =>
    Object.fromEntries(
      Object.entries(result.config?.[section] ?? {}).map(([name, entry]) => [
        name,
        [(entry as unknown as Record<string, unknown>)[key], result.origin(`${section}["${name}"].${key}`)?.layer],
      ]),
    );
  return { result, find };
}

test("L82.4, L83.4 the protocol of a provider is that of its kind", async () => {
  const { find } = await loaded();
  expect(find("providers", "protocol")).toEqual({
    catalog: [undefined, undefined],
    alpha: ["alpha_messages", "default"],
    beta: ["beta_chat_completions", "default"],
    responses: ["beta_responses", "default"],
    chosen: ["beta_responses", "global"],
  });
});

test("the protocol follows the kind that is in effect", async () => {
  const { find } = await loaded({}, "version: 3\nproviders: { beta: { kind: { type: custom_beta_responses } } }\n");
  expect(find("providers", "protocol")["beta"]).toEqual(["beta_responses", "default"]);
});

test("L106.4 a custom model sees no images", async () => {
  const { find } = await loaded();
  expect(find("models", "supports_vision")).toEqual({
    listed: [undefined, undefined],
    own: [false, "default"],
    child: [false, "default"],
    seeing: [true, "global"],
    alias: [false, "default"],
  });
});

test("S16 with a catalog, a model that it does not list is custom", async () => {
  const { find } = await loaded({ catalog: { models: { own: { supports_vision: true }, seeing: {} } } });
  expect(find("models", "supports_vision")).toMatchObject({
    listed: [false, "default"],
    own: [true, "catalog"],
    seeing: [true, "global"],
  });
});

test("L162.3 a login is stored under the server's name, where that is a name for it", async () => {
  const { find } = await loaded();
  expect(find("mcp_servers", "auth_key_name")).toEqual({
    mine: ["mine", "default"],
    named: ["ours", "global"],
    "with.dots": [undefined, undefined],
  });
});

test("show prints them with the other defaults", async () => {
  const at = machine({ [GLOBAL]: GLOBAL_TEXT });
  const { stdout } = await at.run(["show", "providers.beta", "--defaults", "--origin"]);
  expect(stdout).toContain("protocol: beta_chat_completions # default\n");
  expect((await at.run(["show", "providers.beta"])).stdout).not.toContain("protocol");
});
