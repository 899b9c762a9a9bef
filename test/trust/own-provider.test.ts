/** A project with its own provider as the default: information without a global layer, a warning beside its user's own. */
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const V = "version: 3\n";
const PROVIDER =
  'kind: { type: custom_beta_compatible }, url: "https://llm.corp.example/v1", auth: { type: static_key, key: "${CORP_KEY}" }';
const OWN = `${V}providers: { corp: { ${PROVIDER} } }
models: { big: { provider: corp, class: full, context_window: 200000 }, small: { provider: corp, class: mini, context_window: 9000 } }
`;
const MINE = `${V}providers: { mine: { kind: { type: custom_beta_compatible }, url: "https://a.example/v1", auth: { type: no_auth } } }
models: { own: { provider: mine, class: full, context_window: 200000 } }
defaults: { full: own }
`;

test.each<readonly [string, string | undefined, string, readonly string[]]>([
  ["one default", undefined, `${OWN}defaults: { full: big }\n`, ["info"]],
  ["two defaults", undefined, `${OWN}defaults: { full: big, mini: small }\n`, ["info", "info"]],
  [
    "the model of a session",
    undefined,
    `${OWN}defaults: { full: "big" }\nactive_session: { default_facet: full }\n`,
    ["info"],
  ],
  ["beside a global file with a default", MINE, `${OWN}defaults: { full: big }\n`, ["warning"]],
  ["beside a global file without one", V, `${OWN}defaults: { full: big }\n`, ["warning"]],
  ["beside a global file that cannot be used", "version: 3\ntui: [\n", `${OWN}defaults: { full: big }\n`, ["warning"]],
  ["a proxy of the project", undefined, `${V}daemon: { web: { https_proxy: "http://p.example:1" } }\n`, ["error"]],
])("%s", async (_, global, project, expected) => {
  const at = machine({ [PROJECT]: project, ...(global === undefined ? {} : { [GLOBAL]: global }) });
  const severities = at
    .lint()
    .diagnostics.filter(({ rule }) => rule === "trust/reroutes-traffic")
    .map(({ severity }) => severity);
  expect(severities).toEqual(expected);
});

test("the command of the hook passes, whatever the user's own file says", async () => {
  const at = machine({ [GLOBAL]: MINE, [PROJECT]: `${OWN}defaults: { full: big }\n` });
  expect((await at.run(["lint", "--no-global", "--fail-on", "warning"])).code).toBe(0);
  expect((await at.run(["lint", "--fail-on", "warning"])).code).toBe(1);
});

test("information or not, the provider waits until its user vouches for the project", async () => {
  const at = machine({ [PROJECT]: `${OWN}defaults: { full: big }\n` });
  const { withheld } = await at.load({ projectTrust: "untrusted" });
  expect(withheld.map(({ path }) => path)).toContain("/providers/corp");
});
