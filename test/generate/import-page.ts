/** docs/import.md: the tables of what is understood, below what was written by hand. */
import type {
  Dialect,
  Dictionary,
  ModelKey,
  ProviderKey,
  ServerKey,
} from "../../src/toolkit/import/dialects/dialect.js";
import { AUTHENTICATION, SERVER_KEYS, TRANSPORTS } from "../../src/toolkit/import/dialects/server-keys.js";
import { DIALECTS } from "../../src/toolkit/import/dialects/table.js";
import { PACKAGES, VENDORS } from "../../src/toolkit/import/dialects/vendors.js";
import { MODEL_WORDS, PROVIDER_WORDS, SERVER_WORDS } from "../../src/toolkit/import/dialects/words.js";
import { DIRECTORIES, FORMS } from "../../src/toolkit/import/reference.js";
import { TOOLS } from "../../src/toolkit/read/other-tools/table.js";
import type { Mark, Pattern, Tool } from "../../src/toolkit/read/other-tools/tool.js";

const MARKER = "<!-- Everything below is made by `npm run gen`. -->";

/** What keys become, in words. */
const MEANINGS: Readonly<Record<ServerKey | ProviderKey | ModelKey | "provider", string>> = {
  name: "the name of the entry",
  transport: "`transport`",
  command: "`command`; a list, or several words without quotes, is split into `command` and `args`",
  args: "`args`",
  env: "`env`",
  url: "`url`",
  headers: "`headers`",
  blocked_tools: "`block_list`, each tool as `mcp__server__tool`",
  bearer_variable: "`auth` of type `authorization-header`, with a reference to the variable",
  header_variables: "`headers`, with references to the variables",
  passed_variables: "`pass_env`, with what is copied anyway",
  bearer: "`auth` of type `authorization-header`, after `Bearer`",
  auth_type: "the kind of `auth`",
  auth_value: "the secret of `auth`, by the table of authentication",
  enabled: "`default_enabled`",
  disabled: "`default_enabled`, reversed",
  seconds: "`default_timeout_seconds`",
  milliseconds: "`default_timeout_seconds`, from milliseconds",
  duration: "`default_timeout_seconds`; from 1000 on it is taken for milliseconds",
  oauth: "`auth` of type `oauth`",
  scopes: "`auth.scopes`",
  client_id: "`auth.registration.client_id`",
  client_secret: "`auth.registration.client_secret`",
  redirect_uri: "`auth.redirect.uri`",
  vendor: "`kind`, by the table of vendors, and the name of the entry",
  package: "`kind`, by the table of packages and APIs",
  key: "`auth.key`",
  key_variable: "`auth.key`, a reference to the variable",
  provider: "`provider`",
  models: "`models`, named `provider/model`",
  id: "`provider_name`",
  vendor_and_id: "`kind`, by the table of vendors, and `provider_name`",
  context_window: "`context_window`; a model without one is left out",
  max_tokens: "`max_tokens`",
  max_output_tokens_per_turn: "`max_output_tokens_per_turn`",
  stop_sequences: "`stop_sequences`",
  supports_vision: "`supports_vision`",
  tools: "`tool_loading: no_tools` where it is false",
  capabilities: "`supports_vision` where it lists `image` or `image_input`",
  roles: "nothing; a model for neither `chat`, `edit` nor `apply` is left out",
};

export function generateImportPage(page: string): string {
  const byHand = page.slice(0, page.indexOf(MARKER) + MARKER.length);
  return `${byHand}\n\n${[tools(), serverKeys(), transports(), references(), providers()].join("\n")}`;
}

/** Every tool with its dialect. */
type Known = Tool & Dialect;

const READS: Readonly<Record<NonNullable<Tool["json"]>, string>> = {
  strict: "strictly",
  comments: "with comments",
};

const KNOWN: readonly Known[] = TOOLS.map((tool) => ({ ...tool, ...DIALECTS[tool.id] }));

const code = (text: string): string => `\`${text}\``;
const list = (texts: readonly string[]): string => texts.map(code).join(", ");
const dotted = (pattern: Pattern): string => code(pattern.join("."));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return `${line(head)}|${head.map(() => "---|").join("")}\n${rows.map(line).join("")}`;
}

function tools(): string {
  const rows = KNOWN.map(({ name, files, marks, servers, json }: Known) => [
    ...[name, list(files), marks.map(inWords).join(" or "), servers.at.map(dotted).join(", ")],
    json === undefined ? "" : READS[json],
  ]);
  const head = ["tool", "files", "recognised by", "servers", "reads JSON"];
  return `## Tools\n\nOf several tools whose marks a file has, it is the one whose file it is by its name, else the one with most marks. \`*\` is any name.\n\n${table(head, rows)}`;
}

function inWords({ at, is }: Mark): string {
  if (is === "value") return dotted(at);
  return Array.isArray(is) ? `${dotted(at)} of ${is.map(code).join(" or ")}` : `the ${is} ${dotted(at)}`;
}

const meanings = (keys: Dictionary<ServerKey | ProviderKey | ModelKey | "provider">): readonly (readonly string[])[] =>
  Object.entries(keys).map(([key, meaning]) => [code(key), MEANINGS[meaning]]);

function serverKeys(): string {
  const more = KNOWN.flatMap(({ name, servers }) => {
    const own = Object.entries(servers.keys).filter(([key, meaning]) => COMMON[key] !== meaning);
    return meanings(Object.fromEntries(own)).map((row) => [name, ...row]);
  });
  const common = table(["there", "here"], meanings(SERVER_KEYS));
  return `## Keys of a server\n\nIn every file:\n\n${common}\nAnd in those of single tools:\n\n${table(["tool", "there", "here"], more)}\n${words()}\n${authentication()}`;
}

const COMMON: Dictionary<ServerKey> = SERVER_KEYS;

/** The one table of words, by what they mean. */
function words(): string {
  const rows = [SERVER_WORDS, PROVIDER_WORDS, MODEL_WORDS].flatMap((dictionary: Dictionary<keyof typeof MEANINGS>) =>
    [...new Set(Object.values(dictionary))].map((meaning) => [
      ...[list(Object.keys(dictionary).filter((word) => dictionary[word] === meaning)), MEANINGS[meaning]],
    ]),
  );
  return `An import also takes the words of all other tools, in any case and with any separators, and says so in a remark; \`--check\` reports them, because the tool does not read them:\n\n${table(["there", "here"], rows)}`;
}

function authentication(): string {
  const here = (kind: (typeof AUTHENTICATION)[string]): string => {
    if (kind === "oauth") return "`auth` of type `oauth`";
    if (kind === "none") return "nothing";
    if (kind === "X-API-Key") return "the header `X-API-Key`";
    return kind === "" ? "`Authorization`, as it is written" : `\`Authorization\`, after \`${kind.trim()}\``;
  };
  const rows = Object.entries(AUTHENTICATION).map(([there, kind]) => [code(there), here(kind)]);
  return `Kinds of authentication, as \`auth_type\` names them:\n\n${table(["there", "here"], rows)}`;
}

function transports(): string {
  const rows = Object.entries(TRANSPORTS).map(([there, here]) => [
    ...[code(there), here === "sse" ? "`http`, with a remark: only streamable HTTP is spoken here" : code(here)],
  ]);
  return `## Transports\n\nThe transport of a server without such a word follows from its \`command\` or URL.\n\n${table(["there", "here"], rows)}`;
}

function references(): string {
  const inShells = (kinds: readonly Dialect["shell"][]): string =>
    KNOWN.flatMap(({ name, shell }) => (kinds.includes(shell) && shell !== undefined ? [name] : [])).join(", ");
  const rows = [
    ...FORMS.map(({ form, here }) => [form.split(", ").map(code).join(", "), here]),
    ...Array.from(DIRECTORIES, ([name, { name: variable, as }]) => [
      ...[`\`\${${name}}\``, `\`\${${variable}}\`${as === undefined ? "" : ", to be set"}`],
    ]),
    ["`$NAME`", `\`\${NAME}\`, in files of ${inShells(["variables", "commands"])} alone`],
    [
      "`$(command)`",
      `a variable, to be set to what the command prints, in files of ${inShells(["commands"])} alone; \`$(echo $NAME)\` is \`\${NAME}\``,
    ],
  ];
  return `## References\n\n${table(["there", "here"], rows)}`;
}

function providers(): string {
  const sections = KNOWN.flatMap(({ name, providers: own, defaults, models }) => {
    if (own === undefined) return [];
    const rows = [...meanings(own.keys), ...meanings(own.models ?? {})];
    const roots = Object.entries(defaults ?? {}).map(([key, size]) => [code(key), `\`defaults.${size}\``]);
    const head = ["there", "here"];
    const below = table(head, [...rows, ...roots]);
    const more =
      models === undefined
        ? ""
        : `\nAnd in the root, and in ${models.at
            .filter(({ length }) => length > 0)
            .map(dotted)
            .join(
              " and ",
            )}, for a model that becomes \`defaults.full\` where it is the first:\n\n${table(head, meanings(models.keys))}`;
    return [`### ${name}\n\nIn ${own.at.map(dotted).join(" and ")}:\n\n${below}${more}`];
  });
  const vendors = Object.entries(VENDORS).map(([vendor, { kind, url = "", variable }]) => [
    ...[code(vendor), code(kind), code(url), variable === undefined ? "none" : code(variable)],
  ]);
  const packages = Object.entries(PACKAGES).map(([name, kind]) => [code(name), code(kind)]);
  const known = table(["vendor", "`kind`", "`url` unless the file says it", "key unless the file says it"], vendors);
  return `## Providers and models\n\n${sections.join("\n")}\n### Vendors\n\n${known}\n### Packages and APIs\n\n${table(["there", "`kind`"], packages)}`;
}
