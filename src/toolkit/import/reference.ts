/** Translates references to variables inside texts of other tools. */
import { escaped } from "../../text/scan.js";
import { isPlainName } from "./log.js";

/** A reference in a text: the variable to write, and its value if the user has not set it yet. */
interface Reference {
  readonly name: string;
  readonly as?: string;
}

interface Form {
  /** The spelling of the tool, and ours, for people. */
  readonly form: string;
  readonly here: string;
  readonly pattern: RegExp;
  readonly read: (name: string, rest: string | undefined) => Reference;
}

const VARIABLE = "`${NAME}`; a default has no counterpart";

const NAME = "([A-Za-z_][A-Za-z0-9_]*)";

/** `github-token` or `githubToken` as the name of a variable; `GitHub` is one word. */
export function variableName(text: string): string {
  const split = /^[a-z]/.test(text) ? text.replace(/([a-z0-9])([A-Z])/g, "$1_$2") : text;
  const words = split.replace(/[^A-Za-z0-9]+/g, "_");
  const name = words.replace(/^_|_$/g, "").toUpperCase().slice(0, 64);
  return /^[A-Z]/.test(name) ? name : `VALUE${name === "" ? "" : `_${name}`}`;
}

const variable = (name: string): Reference => ({ name });

/** A default has no counterpart: in this agent, the text after `:-` is a command. It may be a secret, so it is not shown. */
const withDefault = (name: string, rest: string | undefined): Reference =>
  rest === undefined ? { name } : { name, as: "the default that the file has, or another value" };

const fileOf = (path: string): Reference => {
  const [base = ""] = (path.split(/[\\/]/).at(-1) ?? "").split(".").filter((part) => part !== "");
  return { name: variableName(base), as: "what the file that was referred to holds" };
};

/** All forms are understood in all files, because people copy from one tool to another. Only few tools know `$NAME`. */
export const FORMS: readonly Form[] = [
  {
    form: "${NAME}, ${NAME:-default}",
    here: VARIABLE,
    pattern: new RegExp(`\\$\\{${NAME}(:-[^{}]*)?\\}`),
    read: withDefault,
  },
  { form: "${env:NAME}", here: VARIABLE, pattern: new RegExp(`\\$\\{env:${NAME}(:[^{}]*)?\\}`), read: withDefault },
  { form: "os.environ/NAME", here: VARIABLE, pattern: new RegExp(`os\\.environ/${NAME}`), read: variable },
  { form: "{env:NAME}", here: VARIABLE, pattern: new RegExp(`\\{env:${NAME}\\}`), read: variable },
  {
    form: "${input:ID}",
    here: "`${ID}` in capitals, to be set",
    pattern: /\$\{input:([^{}]+)\}/,
    read: (id) => ({ name: variableName(id), as: "what the editor asked for" }),
  },
  {
    form: "${{ secrets.NAME }}",
    here: "`${NAME}`, to be set",
    pattern: /\$\{\{\s*(?:secrets|inputs)\.([\w./-]+)\s*\}\}/,
    read: (name) => ({ name: variableName(name), as: "the secret of this name" }),
  },
  {
    form: "${file:PATH}, {file:PATH}",
    here: "`${NAME}`, called like the file, to be set to what it holds",
    pattern: /\$?\{file:([^{}]+)\}/,
    read: fileOf,
  },
];

/** Names of directories in editors: they look like `${NAME}`, but are not variables. */
export const DIRECTORIES: ReadonlyMap<string, Reference> = new Map([
  ["userHome", { name: "HOME" }],
  ["workspaceFolder", { name: "WORKSPACE_FOLDER", as: "the root of the project" }],
  ["workspaceRoot", { name: "WORKSPACE_FOLDER", as: "the root of the project" }],
  ["workspaceFolderBasename", { name: "WORKSPACE_NAME", as: "the name of the project's root directory" }],
]);

const BARE: Form = { form: "$NAME", here: VARIABLE, pattern: new RegExp(`\\$${NAME}`), read: variable };

/** A reference in any of the forms. One after a dollar sign would look like an escape. */
function anyOf(forms: readonly Form[]): RegExp {
  return new RegExp(`(?<!\\$)(?:${forms.map(({ pattern }) => `(?:${pattern.source})`).join("|")})`, "g");
}

const ANY_FORM = anyOf(FORMS);

/** A text in the spelling of this agent, and its references. */
export interface Translated {
  readonly text: string;
  readonly references: readonly Reference[];
}

/** The text with blanks in place of references, of the same length. A default stays, because it is clear text. */
export function withoutForms(text: string): string {
  return text.replace(ANY_FORM, (match, ...groups: readonly unknown[]) => {
    const fallback = groups.find((group) => typeof group === "string" && group.startsWith(":"));
    const value = typeof fallback === "string" ? fallback.replace(/^:-?/, "") : "";
    return `${value.padStart(match.length - 1)} `;
  });
}

/** Writes references as `${NAME}`, and escapes all other text that would be a substitution. */
export function translate(text: string, hasBareVariables: boolean): Translated {
  const forms = hasBareVariables ? [...FORMS, BARE] : FORMS;
  const all = anyOf(forms);
  const references: Reference[] = [];
  let result = "";
  let at = 0;
  for (const { 0: match, index } of text.matchAll(all)) {
    const reference = referenceOf(match, forms);
    if (reference === undefined) continue;
    // A secret in place of a name is a secret in clear text.
    const isNamed = isPlainName(reference.name);
    if (isNamed) references.push(reference);
    result += `${escaped(text.slice(at, index))}${isNamed ? `\${${reference.name}}` : reference.name}`;
    at = index + match.length;
  }
  return { text: result + escaped(text.slice(at)), references };
}

function referenceOf(match: string, forms: readonly Form[]): Reference | undefined {
  for (const { pattern, read } of forms) {
    const [, name, rest] = new RegExp(`^(?:${pattern.source})$`).exec(match) ?? [];
    if (name !== undefined) return DIRECTORIES.get(name) ?? read(name, rest);
  }
  return undefined;
}
