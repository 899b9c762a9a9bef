/** A rename in both files, with `‸` as the cursor: the texts afterwards, or the reason why it is refused. */
import { describe, expect, test } from "vitest";
import { snapshotAfter } from "../../src/service/references/plan.js";
import { editsProject, type Renamed, renameAt, renamed } from "../../src/service/references/rename.js";
import { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { type Marked, type Scene, sceneOf, withMarks } from "./marked.js";

type Texts = Partial<Record<Scope, string>>;

function textsAfter({ snapshot }: Scene, result: Renamed): Texts | string {
  if (result.kind === "refused") return result.reason;
  const { layers } = snapshotAfter(snapshot, result.edits);
  return Object.fromEntries(layers.map(({ scope, document }) => [scope, document.source.text]));
}

function renaming(marked: Marked, to: string): Texts | string {
  const scene = sceneOf(marked);
  return textsAfter(scene, renamed(scene.snapshot, scene.layer, scene.offset, to));
}

const OAUTH = "transport: http, url: https://d.test/mcp, auth: { type: oauth }";

interface Case extends Marked {
  readonly what: string;
  readonly to: string;
  readonly after: Texts;
}

const cases: readonly Case[] = [
  {
    what: "a provider in both files",
    to: "umbrella",
    global:
      "providers:\n  ac‸me: # ours\n    kind: { type: custom_beta_compatible }\nmodels: { a: { provider: 'acme' } }\n",
    project: 'providers: { "acme": { url: https://a.test/v1 } }\nmodels: { b: { provider: acme } }\n',
    after: {
      global:
        "providers:\n  umbrella: # ours\n    kind: { type: custom_beta_compatible }\nmodels: { a: { provider: 'umbrella' } }\n",
      project: 'providers: { "umbrella": { url: https://a.test/v1 } }\nmodels: { b: { provider: umbrella } }\n',
    },
  },
  {
    what: "a model, from a default with an effort",
    to: "huge",
    global: "models: { big: {}, small: { inherits: big } }\ndefaults: { full: b‸ig(high), mini: big }\n",
    after: { global: "models: { huge: {}, small: { inherits: huge } }\ndefaults: { full: huge(high), mini: huge }\n" },
  },
  {
    what: "a facet",
    to: "inspect",
    global: "facets: { review: { source: a.md } }\n",
    project: "active_session: { default_facet: re‸view, default_exec_facet: review }\n",
    after: {
      global: "facets: { inspect: { source: a.md } }\n",
      project: "active_session: { default_facet: inspect, default_exec_facet: inspect }\n",
    },
  },
  {
    what: "a server with the tools that it hides",
    to: "papers",
    global:
      "mcp_servers:\n  do‸cs:\n    transport: stdio\n    command: x\n    block_list:\n      - mcp__docs__a\n      - 'mcp__docs__b'\n",
    project: "mcp_servers: { docs: { block_list: [mcp__docs__c] } }",
    after: {
      global:
        "mcp_servers:\n  papers:\n    transport: stdio\n    command: x\n    block_list:\n      - mcp__papers__a\n      - 'mcp__papers__b'\n",
      project: "mcp_servers: { papers: { block_list: [mcp__papers__c] } }",
    },
  },
  {
    what: "a server with a stored sign-in keeps its directory",
    to: "papers",
    global: `mcp_servers:\n  docs‸: { ${OAUTH} }\n`,
    project: "mcp_servers: { docs: { default_enabled: false } }",
    after: {
      global: `mcp_servers:\n  papers: { ${OAUTH}, auth_key_name: docs }\n`,
      project: "mcp_servers: { papers: { default_enabled: false } }",
    },
  },
  {
    what: "a sign-in that only the project asks for is kept in the project",
    to: "papers",
    global: "mcp_servers: { docs‸: { transport: http, url: https://d.test/mcp } }",
    project: "mcp_servers:\n  docs:\n    auth: { type: oauth }\n",
    after: {
      global: "mcp_servers: { papers: { transport: http, url: https://d.test/mcp } }",
      project: "mcp_servers:\n  papers:\n    auth: { type: oauth }\n    auth_key_name: docs\n",
    },
  },
  {
    what: "a project that unsets the directory gets it again",
    to: "papers",
    global: `mcp_servers: { docs: { ${OAUTH}, auth_key_name: there } }`,
    project: "mcp_servers: { d‸ocs: { auth_key_name: null } }",
    after: {
      global: `mcp_servers: { papers: { ${OAUTH}, auth_key_name: there } }`,
      project: "mcp_servers: { papers: { auth_key_name: docs } }",
    },
  },
  {
    what: "a directory that the user chose stays",
    to: "papers",
    global: `mcp_servers: { docs‸: { ${OAUTH}, auth_key_name: docs } }`,
    after: { global: `mcp_servers: { papers: { ${OAUTH}, auth_key_name: docs } }` },
  },
  {
    what: "the directory goes where it is the name again",
    to: "docs",
    global: `mcp_servers: { papers‸: { ${OAUTH}, auth_key_name: docs } }`,
    after: { global: `mcp_servers: { docs: { ${OAUTH} } }` },
  },
  {
    what: "but not with a comment or from a place of its own",
    to: "docs",
    global:
      "mcp_servers:\n  papers‸:\n    auth_key_name: docs # as it was\n    transport: http\n    url: https://d.test/mcp\n    auth: { type: oauth }\n",
    after: {
      global:
        "mcp_servers:\n  docs:\n    auth_key_name: docs # as it was\n    transport: http\n    url: https://d.test/mcp\n    auth: { type: oauth }\n",
    },
  },
  {
    what: "a model is asked of its provider by the same name",
    to: "huge",
    global:
      "models:\n  b‸ig:\n    provider: acme\n    context_window: 1000\n  small: { provider: acme, inherits: big }\n",
    after: {
      global:
        "models:\n  huge:\n    provider: acme\n    context_window: 1000\n    provider_name: big\n  small: { provider: acme, inherits: huge }\n",
    },
  },
  {
    what: "models that a provider lists change their names with it",
    to: "umbrella",
    global:
      "providers: { ac‸me: { kind: { type: custom_beta_compatible } } }\nmodels: { acme/big: { enabled: true }, acme/own: { provider: acme, provider_name: x } }\n",
    project: "defaults: { full: acme/big(low), mini: acme/own, nano: acme/other }",
    after: {
      global:
        "providers: { umbrella: { kind: { type: custom_beta_compatible } } }\nmodels: { umbrella/big: { enabled: true }, acme/own: { provider: umbrella, provider_name: x } }\n",
      project: "defaults: { full: umbrella/big(low), mini: acme/own, nano: umbrella/other }",
    },
  },
  {
    what: "a name that needs quotes gets them",
    to: "a: b",
    global:
      "models:\n  big‸: {}\n  c: { inherits: 'big' }\ndefaults:\n  full: big(high)\n  mini: \"big\"\n  nano: >-\n    big\n",
    after: {
      global:
        'models:\n  "a: b": {}\n  c: { inherits: \'a: b\' }\ndefaults:\n  full: "a: b(high)"\n  mini: "a: b"\n  nano: >-\n    a: b\n',
    },
  },
  {
    what: "quotes and backslashes are written as the quotes need it",
    to: 'it\'s \\ "it"',
    global: "models:\n  'big‸': {}\ndefaults: { full: \"big\", mini: big }\n",
    after: {
      global: 'models:\n  \'it\'\'s \\ "it"\': {}\ndefaults: { full: "it\'s \\\\ \\"it\\"", mini: it\'s \\ "it" }\n',
    },
  },
  {
    what: "a text that YAML reads as something else",
    to: "true",
    global: "models: { big‸: {}, c: { inherits: big } }",
    after: { global: 'models: { "true": {}, c: { inherits: "true" } }' },
  },
  {
    what: "commas need quotes in braces alone",
    to: "a, b",
    global: "models:\n  big‸: {}\ndefaults: { full: big }",
    after: { global: 'models:\n  a, b: {}\ndefaults: { full: "a, b" }' },
  },
  {
    what: "an effort makes a command of a dollar, so that it is escaped",
    to: "a$",
    global: "models: { big‸: {} }\ndefaults:\n  full: big(high)\n  mini: big\n",
    after: { global: "models: { a$: {} }\ndefaults:\n  full: a$$(high)\n  mini: a$\n" },
  },
  {
    what: "an escaped dollar",
    to: "big",
    global: 'models: { "a$(b)c‸": {} }\ndefaults: { full: "a$$(b)c", mini: "a$$(b)c(low)" }',
    after: { global: 'models: { "big": {} }\ndefaults: { full: "big", mini: "big(low)" }' },
  },
  {
    what: "an anchored name once, with its aliases",
    to: "huge",
    global: "models: { big‸: {} }\ndefaults: { full: &m big, mini: *m }",
    after: { global: "models: { huge: {} }\ndefaults: { full: &m huge, mini: *m }" },
  },
  {
    what: "a name in an anchored object once",
    to: "huge",
    global: "models: { big‸: {}, a: &a { inherits: big }, b: *a }",
    after: { global: "models: { huge: {}, a: &a { inherits: huge }, b: *a }" },
  },
  {
    what: "JSON, with escapes around the name",
    to: 'a "b"\\',
    format: "json",
    global: '{"models": {"b\\u0069g‸": {}},\r\n "defaults": {"full": "big\\u0028high)"}}\r\n',
    after: { global: '{"models": {"a \\"b\\"\\\\": {}},\r\n "defaults": {"full": "a \\"b\\"\\\\\\u0028high)"}}\r\n' },
  },
  {
    what: "comments, a byte order mark and carriage returns stay",
    to: "😀",
    global: "\ufeff# big\r\nmodels: # big\r\n  big‸ : {} # big\r\ndefaults:\r\n  full: big # big\r\n",
    after: { global: "\ufeff# big\r\nmodels: # big\r\n  😀 : {} # big\r\ndefaults:\r\n  full: 😀 # big\r\n" },
  },
  {
    what: "the same name changes nothing",
    to: "big",
    global: "models: { big‸: {} }",
    after: { global: "models: { big: {} }" },
  },
  {
    what: "names of a prototype are names",
    to: "constructor",
    global: "models: { toString‸: {} }\ndefaults: { full: toString }",
    after: { global: "models: { constructor: {} }\ndefaults: { full: constructor }" },
  },
];

describe("a rename changes", () => {
  test.each(cases)("$what", ({ what: _, to, after, ...marked }) => {
    expect(renaming(marked, to)).toEqual(after);
  });
});

const BIG: Marked = { global: "models: { big‸: {}, small: {} }\ndefaults: { full: big, mini: other }" };
const CATALOG: Marked = {
  global: "models: { big‸: {} }\ndefaults: { full: listed }",
  catalog: { models: { listed: {} } },
};

const refusals: readonly (readonly [string, string, Marked, RegExp])[] = [
  ["the name of another entry", "small", BIG, /`small` is already configured/],
  ["in the other layer, too", "there", { ...BIG, project: "models: { there: {} }" }, /`there` is already configured/],
  ["a name that something else names", "other", BIG, /`defaults.mini` already names/],
  ["a name of the catalog", "listed", CATALOG, /the catalog has a model `listed`/],
  ["no name", "", BIG, /empty/],
  ["white space alone", "\t ", BIG, /empty/],
  ["white space at an end", "huge ", BIG, /white space/],
  ["a reserved name", "__proto__", BIG, /reserved/],
  ["a control character", "a\u001bb", BIG, /invisible/],
  ["a line break", "a\nb", BIG, /invisible/],
  ["a mark that reorders text", "a\u202eb", BIG, /invisible/],
  ["half a character", "a\ud800", BIG, /invisible/],
  ["an effort", "big(high)", BIG, /read as an effort/],
  ["a default slot", "default_model:full", BIG, /default slot/],
  ["more than a key of YAML can be", "a".repeat(2000), { global: "models:\n  big‸: {}\n" }, /could not be read/],
  ["more than a file can be", "a".repeat(1 << 20), BIG, /could not be read/],
  ["a built-in facet", "plan", { global: "facets: { x‸: { source: a } }" }, /built in/],
  [
    "a name that hides no tools",
    "my docs",
    { global: "mcp_servers: { docs‸: { transport: stdio, command: x, block_list: [mcp__docs__a] } }" },
    /`mcp_servers.docs.block_list\[0\]` cannot hold/,
  ],
  [
    "a name that a reference would be read as",
    "a",
    { global: 'models: { "a(high)": {}, big‸: {} }\ndefaults: { full: big(high) }' },
    /`defaults.full` would name another/,
  ],
];

describe("a rename is refused to", () => {
  test.each(refusals)("%s", (_, to, marked, reason) => {
    expect(renaming(marked, to)).toMatch(reason);
  });
});

const fixed: readonly (readonly [string, Marked, RegExp])[] = [
  [
    "a model that takes over another's name in the project alone",
    {
      global: "models: { big‸: { provider: p }, other: { provider: p } }",
      project: "models: { big: { inherits: other } }",
    },
    /inherits another name/,
  ],
  ["a name of the catalog", { ...CATALOG, global: "defaults: { full: lis‸ted }" }, /a name of the catalog/],
  ["an entry that the catalog completes", { ...CATALOG, global: "models: { listed‸: {} }" }, /fills in/],
  ["a name without an entry", { global: "defaults: { full: b‸ig }" }, /no model `big` is configured/],
  ["a built-in facet", { global: "facets: { execute‸: { source: a } }" }, /built in/],
  ["any place that is no name", { global: "tui: { th‸eme: dark }" }, /no name/],
  [
    "a model that a provider lists",
    { global: "providers: { a: { kind: { type: custom_beta_compatible } } }\nmodels: { a/b‸: {} }" },
    /provider `a` gives/,
  ],
  ["an entry beside a file that cannot be read", { ...BIG, project: "a: [" }, /`project.yaml` cannot be read/],
  ["an entry of a later version", { global: "version: 4\nmodels: { big‸: {} }" }, /cannot be read/],
  [
    "a name that an alias repeats as something else",
    { global: "models: { big‸: {} }\ndefaults: { full: &m big }\nplugins: { a: *m }" },
    /anchor/,
  ],
  [
    "a key that an alias repeats as something else",
    { global: "models: &m { big‸: {} }\nplugins: { a: *m }" },
    /anchor/,
  ],
  ["an entry that two servers share", { global: `mcp_servers: { docs‸: &s { ${OAUTH} }, other: *s }` }, /anchor/],
];

describe("no rename is possible for", () => {
  test.each(fixed)("%s", (_, marked, reason) => {
    expect(renaming(marked, "free")).toMatch(reason);
  });
});

const places: readonly (readonly [string, Marked])[] = [
  ["a key", { global: "models: { «b‸ig»: {} }" }],
  ["a key, from its quotes", { global: "models: { ‸'«big»': {} }" }],
  ["a name before its effort", { global: "models: { big: {} }\ndefaults: { full: «big»(hi‸gh) }" }],
  ["a server in a tool's name", { global: "mcp_servers: { a: { block_list: [mcp__«a»__to‸ol] } }" }],
  [
    "a model and not the provider before it",
    {
      global: "providers: { a: { kind: { type: custom_beta_compatible } } }\nmodels: { «a/b»: {} }".replace(
        "«a/b»",
        "«a‸/b»",
      ),
    },
  ],
  [
    "a provider before a model that it lists",
    { global: "providers: { a: { kind: { type: custom_beta_compatible } } }\ndefaults: { full: «a»/b‸ }" },
  ],
  ["an alias as a whole", { global: "models: { big: {} }\ndefaults: { full: &m big, mini: «*‸m» }" }],
  ["nothing where no entry is named", { global: "defaults: { full: b‸ig }" }],
  ["nothing at other keys", { global: "tui: { th‸eme: dark }" }],
];

describe("the name to change is", () => {
  test.each(places)("%s", (_, marked) => {
    const { snapshot, layer, offset } = sceneOf(marked);
    const found = renameAt(snapshot, layer, offset);
    expect(withMarks(marked, found === undefined ? [] : [{ layer, span: found.span }])).toEqual(marked);
  });
});

const remarks: readonly (readonly [string, Marked, readonly RegExp[]])[] = [
  ["a project alone", { project: "facets: { a‸: { source: a } }" }, []],
  ["the user's file", { global: "facets: { a‸: { source: a } }" }, [/other projects/]],
  ["a server", { project: "mcp_servers: { a‸: {} }" }, [/permissions/]],
  ["a model without a provider", { project: "models: { a‸: {} }" }, [/has no provider/]],
  [
    "a name that is known only after loading",
    { project: 'facets: { a‸: {} }\nactive_session: { default_facet: "${X}" }' },
    [/`active_session.default_facet`/],
  ],
  [
    "a model that gets the name at its provider",
    { project: "models: { a‸: { provider: p, provider_name: free } }" },
    [/`models.free.provider_name` says the new name/],
  ],
  [
    "a model that keeps its name at the provider",
    { project: "models: { a‸: { provider: p } }" },
    [/`models.free.provider_name` now says `a`/],
  ],
];

describe("remarks on", () => {
  test.each(remarks)("%s", (_, marked, expected) => {
    const { snapshot, layer, offset } = sceneOf(marked);
    const result = renamed(snapshot, layer, offset, "free");
    expect(result).toEqual({
      kind: "edits",
      edits: expect.anything(),
      remarks: expected.map((one) => expect.stringMatching(one)),
    });
    expect(editsProject(result)).toBe(marked.project !== undefined);
  });
});

test("a secret name is in no reason and in no remark, and is not written again", () => {
  const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ";
  const marked = { global: `models: { ‸${secret}: { provider: p }, other: {} }` };
  const answer = renaming(marked, "free");
  expect(answer).toMatch(/looks like a secret/);
  expect(renaming(marked, "other")).not.toContain(secret);
});

test("a facet of a file of the project is taken", () => {
  const { snapshot, layer, offset } = sceneOf({ project: "facets: { a‸: { source: x } }" });
  const kindOf = (path: string) => (path === ".agent/facets/free.md" ? "file" : undefined);
  const beside = new Snapshot(snapshot.layers, { ...snapshot.surroundings, kindOf });
  expect(renamed(beside, layer, offset, "free")).toEqual({
    kind: "refused",
    reason: expect.stringContaining("already is the facet `free`"),
  });
  expect(renamed(beside, layer, offset, "other").kind).toBe("edits");
});

test("a long name is shortened in a reason", () => {
  const long = "a".repeat(10_000);
  const answer = renaming({ global: `models: { b‸: {}, ${long}: {} }` }, long);
  expect(answer).toMatch(/^a model `a+…` \(10000 characters\) is already configured$/);
});
