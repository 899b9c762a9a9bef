/** A configuration in order, and slips that people make in one: each with what was meant, which its fix has to write. */
import fc from "fast-check";
import type { Path } from "../../src/text/path.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { graft, type Look, type Tree, type Twig, treeOf } from "./written.js";

/** Nothing is wrong with it that has a fix. */
const USER: Json = {
  version: 3,
  config_command_substitution: true,
  defaults: { full: "acme/big-1.5(high)", mini: "acme/small" },
  providers: {
    acme: {
      kind: { type: "custom_beta_compatible" },
      url: "https://api.acme.example/v1",
      auth: { type: "static_key", key: "${ACME_KEY}", format: "bearer_token" },
      headers: { "X-Team": "platform" },
    },
    lab: {
      kind: { type: "custom_alpha_compatible" },
      url: "https://lab.example",
      auth: { type: "static_key", key: "${LAB_KEY:-cat lab.key}" },
      protocol: "alpha_messages",
    },
    gateway: {
      kind: { type: "custom_beta_responses" },
      url: "https://gateway.example/openai/v1",
      auth: { type: "static_key", key: "$(cat gateway.key)", format: "gamma_api_key" },
    },
  },
  models: {
    "acme/big-1.5": {
      provider: "acme",
      class: "full",
      context_window: 200000,
      max_tokens: 8192,
      max_output_tokens_per_turn: 4096,
      reasoning: {
        type: "effort",
        effort_set: "std",
        can_disable: true,
        levels: ["low", "medium", "high"],
        default_level: "medium",
      },
      stop_sequences: ["\n\n", "# no comment"],
    },
    "acme/small": { inherits: "acme/big-1.5", class: "mini", supports_vision: false },
  },
  active_session: { default_facet: "review" },
  agent_behavior: { shell: { command: "bash", init_script: "scripts/env.sh" } },
  permissions: { secret_words: ["hunter22"], secret_files: [".env", "secrets/**"] },
  notifications: { auto_drain_notifications: true },
  mcp_servers: {
    files: { transport: "stdio", command: "files-mcp", args: ["--root", "."], default_enabled: false },
    docs: { transport: "http", url: "https://docs.example.net/mcp", auth: { type: "oauth", scopes: ["read"] } },
  },
  facets: { review: { source: "prompts/review.md" } },
  daemon: {
    log_level: "info",
    retry: { max_retries: 4 },
    follow_symlinks_for_configs: true,
    web: { http_proxy: "http://127.0.0.1:${PORT:-echo 8080}" },
  },
  tui: { theme: "dark", "alt-screen": "auto", density: "standard" },
  updates: { automatic_check: true },
  plugins: { notes: { text: "one\n# no comment\n// nor this", exact: 1 } },
};

/** What a project puts on top of it. */
const PROJECT: Json = {
  version: 3,
  models: {
    "acme/big-1.5": { max_output_tokens_per_turn: 2048 },
    mine: { inherits: "acme/small", supports_vision: true },
  },
  mcp_servers: { files: { default_timeout_seconds: 60 }, notes: { transport: "stdio", command: "notes-mcp" } },
  facets: { review: { source: ".agent/review.md" } },
  tui: { theme: "light" },
  plugins: { notes: { exact: 1 } },
};

export interface Slip {
  readonly name: string;
  readonly scope: Scope;
  /** What was meant, by its right path. */
  readonly path: Path;
  readonly change: (twig: Twig) => Twig;
  /** A fix of it is applied unasked. */
  readonly safe: boolean;
}

const key =
  (name: string): Slip["change"] =>
  (twig) => ({ ...twig, name });

const value =
  (written: string | number | boolean, inside = false): Slip["change"] =>
  (twig) =>
    twig.tree.kind === "leaf" ? { ...twig, tree: { ...twig.tree, value: written, inside } } : twig;

const ACME: Path = ["providers", "acme"];
const LAB: Path = ["providers", "lab"];
const BIG: Path = ["models", "acme/big-1.5"];

const slip =
  (scope: Scope, safe: boolean) =>
  (name: string, path: Path, change: Slip["change"]): Slip => ({ name, scope, path, change, safe });

const own = slip("global", true);
const guess = slip("global", false);
const theirs = slip("project", true);

/** Misspelt names, values, tags and references; wrong quotes; shapes of URLs; fallbacks that are commands. */
const MISSPELT: readonly Slip[] = [
  own("a key", ["defaults", "full"], key("fulll")),
  own("a key in camel case", [...BIG, "context_window"], key("contextWindow")),
  own("a required key", ["mcp_servers", "files", "command"], key("comand")),
  own("a key of a strict mapping", ["permissions", "secret_words"], key("secret_word")),
  own("a key over a mapping", ["daemon", "retry"], key("retyr")),
  own("a key over a list", [...BIG, "stop_sequences"], key("stop-sequences")),
  own("a tag of a provider", [...ACME, "kind", "type"], value("custom_beta_compatable")),
  own("a tag of an authentication", [...LAB, "auth", "type"], value("static_kye")),
  own("a transport", ["mcp_servers", "docs", "transport"], value("htpp")),
  own("a log level", ["daemon", "log_level"], value("inof")),
  own("a theme", ["tui", "theme"], value("drak")),
  own("a format", [...ACME, "auth", "format"], value("bearer-token")),
  own("a provider", [...BIG, "provider"], value("acmee")),
  own("a parent", ["models", "acme/small", "inherits"], value("acme/bg-1.5")),
  own("a model", ["defaults", "mini"], value("acme/smal")),
  own("a model with an effort", ["defaults", "full"], value("acme/bgi-1.5(high)")),
  guess("an effort", ["defaults", "full"], value("acme/big-1.5(hihg)")),
  guess("a default level", [...BIG, "reasoning", "default_level"], value("mediun")),
  own("a facet", ["active_session", "default_facet"], value("reveiw")),
  own("a number in quotes", ["daemon", "retry", "max_retries"], value("4")),
  own("a large number in quotes", [...BIG, "context_window"], value("200000")),
  own("a boolean in quotes", [...BIG, "reasoning", "can_disable"], value("true")),
  own("a boolean of YAML 1.1", ["mcp_servers", "files", "default_enabled"], value("no")),
  own("an older version", ["version"], value(2)),
  own("too much in a URL", [...LAB, "url"], value("https://lab.example/v1/messages", true)),
  own("an endpoint in a URL", [...ACME, "url"], value("https://api.acme.example/v1/chat/completions", true)),
  own("a default text for a command", ["daemon", "web", "http_proxy"], value("http://127.0.0.1:${PORT:-8080}", true)),
  own("a command in a command", [...LAB, "auth", "key"], value("${LAB_KEY:-$(cat lab.key)}", true)),
  own("a path of another system", ["agent_behavior", "shell", "init_script"], value("scripts\\env.sh")),
  theirs("a key in a project", ["mcp_servers", "files", "default_timeout_seconds"], key("default_timeout_second")),
  theirs("a number in quotes in a project", [...BIG, "max_output_tokens_per_turn"], value("2048")),
  theirs("a parent in a project", ["models", "mine", "inherits"], value("acme/smal")),
  theirs("a path in a project", ["facets", "review", "source"], value(".agent\\review.md")),
  guess("too little in a URL", [...ACME, "url"], value("https://api.acme.example", true)),
];

const grown =
  (tree: Json, fate: "goes" | "comes"): Slip["change"] =>
  (twig) => ({ ...twig, tree: treeOf(tree), fate });

/** What is to go, and a version that is to come. */
const EXTRA: readonly Slip[] = [
  theirs("a global block erased by a project", ["updates"], grown(null, "goes")),
  theirs(
    "a global block set by a project",
    ["telemetry"],
    grown({ endpoint: "https://evil.test", tags: { a: ["b"] } }, "goes"),
  ),
  theirs("a global switch set by a project", ["config_command_substitution"], grown(true, "goes")),
  theirs("a global list set by a project", ["data"], grown(["a"], "goes")),
  own("a strategy that has no effect", [...ACME, "cache_control_strategy"], grown("provider_managed", "goes")),
  guess("a reserved key", ["notifications", "trigger_turn"], grown(true, "goes")),
  guess("a zero that means the default", ["daemon", "max_tool_turns"], grown(0, "goes")),
  own("no version", ["version"], (twig) => ({ ...twig, fate: "comes" })),
];

export const SLIPS: readonly Slip[] = [...MISSPELT, ...EXTRA];

/** Both layers with slips in them. What is new stands at a place that `order` decides; not all slips have to be mended. */
export function slipped(
  slips: readonly Slip[],
  order: number,
  isMended: (slip: Slip) => boolean = () => true,
): Readonly<Record<Scope, Tree>> {
  const layer = (scope: Scope, base: Json): Tree =>
    slips
      .filter((each) => each.scope === scope)
      .reduce(
        (tree, each) => {
          const change = (twig: Twig): Twig => (isMended(each) ? each.change(twig) : asWritten(each.change(twig)));
          return graft(withTwig(tree, each.path, order), each.path, change);
        },
        withDigits(treeOf(base), order),
      );
  return { global: layer("global", USER), project: layer("project", PROJECT) };
}

/** A slip that stays is as good as meant. */
function asWritten({ name, tree }: Twig): Twig {
  return { name, meant: name, tree: tree.kind === "leaf" ? { ...tree, meant: tree.value } : tree };
}

/** A tree that has something at a path; what is new there stands at one of several places. */
function withTwig(tree: Tree, [step, ...rest]: Path, order: number): Tree {
  if (tree.kind !== "map" || typeof step !== "string") return tree;
  if (tree.twigs.some(({ meant }) => meant === step)) {
    return graft(tree, [step], (twig) => ({ ...twig, tree: withTwig(twig.tree, rest, order) }));
  }
  const twig: Twig = { name: step, meant: step, tree: treeOf({}) };
  // Never the first one: a version that is missing comes before it.
  return { ...tree, twigs: tree.twigs.toSpliced(1 + (order % tree.twigs.length), 0, twig) };
}

const DIGITS = ["1", "1.0", "1e0", "100e-2"];

/** A number that is spelt as only its author would. */
function withDigits(tree: Tree, order: number): Tree {
  const digits = DIGITS[order % DIGITS.length] ?? "1";
  return graft(tree, ["plugins", "notes", "exact"], (twig) =>
    twig.tree.kind === "leaf" ? { ...twig, tree: { ...twig.tree, digits } } : twig,
  );
}

/** Some slips, at most one to a value. */
export const slipsArbitrary: fc.Arbitrary<readonly Slip[]> = fc
  .subarray([...SLIPS], { maxLength: 8 })
  .map((slips) =>
    slips.filter(
      ({ scope, path }, index) =>
        !slips.slice(0, index).some((other) => other.scope === scope && isSame(other.path, path)),
    ),
  );

function isSame(a: Path, b: Path): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Every way a text can look; the plainest comes first. */
export const lookArbitrary: fc.Arbitrary<Look> = fc.record({
  format: fc.constantFrom("yaml", "json", "jsonc"),
  flow: fc.boolean(),
  indent: fc.constantFrom("  ", "    ", "\t", undefined),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mark: fc.boolean(),
  finalBreak: fc.boolean().map((isMissing) => !isMissing),
  comments: fc.boolean(),
  ignores: fc.boolean(),
  tape: fc.array(fc.nat(59), { maxLength: 60 }),
});
