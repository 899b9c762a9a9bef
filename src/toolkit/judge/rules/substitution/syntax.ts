/** Mistakes in the grammar of substitutions, and forms outside of it (S17). */
import type { ScanProblem } from "../../../../text/scan.js";
import { isVariableName } from "../../../../text/variable.js";
import { secretsIn } from "../../../mean/redaction/credentials.js";
import type { Rule, Wording } from "../rule.js";

export const rule: Rule<"broken-substitution"> = {
  id: "substitution/syntax",
  severity: "error",
  words: {
    "broken-substitution": ({ problem: { kind }, text, mayRun, isOpaque }) => ({
      ...wordingOf(kind, text, mayRun),
      // The setting of an extension may be a template of its own (S29).
      ...(isOpaque ? { severity: "warning", label: "stays as it is written" } : {}),
    }),
  },
};

function wordingOf(kind: ScanProblem["kind"], text: string, mayRun: boolean): Wording {
  switch (kind) {
    case "unclosed": {
      const opener = text.slice(0, 2);
      const [, variable] = /^\$[({]([A-Z_][A-Z0-9_]*)/.exec(text) ?? [];
      const help = variable === undefined ? LITERAL : `write \`\${${variable}}\``;
      return { message: `the \`${opener}\` is never closed by \`${opener === "$(" ? ")" : "}"}\``, help };
    }
    case "arithmetic":
      return {
        message: "arithmetic `$((…))` is not supported",
        help: mayRun ? "use a command: `$(expr 1 + 1)`" : LITERAL,
      };
    case "empty-command":
      return { message: "this command is empty", help: LITERAL };
    case "nul":
      return { message: "a command cannot hold a NUL character", help: LITERAL };
    case "empty-fallback": {
      const help = `write \`\${${nameIn(text)}}\``;
      return { message: "the command after `:-` is empty", help: mayRun ? `${help}, or a command` : help };
    }
    case "unknown-operator":
      if (secretsIn(text).length > 0) return KEY_IN_BRACES;
      return { message: "only `${NAME}` and `${NAME:-command}` can stand here", help: meantBy(text, mayRun) };
  }
}

const KEY_IN_BRACES: Wording = {
  message: "a secret in clear text stands in `${…}`, which takes the name of a variable",
  help: "write `${NAME}` and set that variable",
};

const LITERAL = "for a literal `$(` or `${` write `$$(` or `$${`";

function nameIn(text: string): string {
  return /^\$\{(\w+)/.exec(text)?.[1] ?? "NAME";
}

/** The help for braces of a shell or of another tool. The default text itself may be secret. */
function meantBy(written: string, mayRun: boolean): string {
  const text = written.slice(0, 300);
  const [, grouped] = GROUPED.exec(text) ?? [];
  if (grouped !== undefined) return `write \`\${${grouped.replace(/[.-]/g, "_").toUpperCase()}}\``;
  const spelled = SPELT.exec(text)?.groups ?? {};
  const variable = Object.values(spelled).find((one) => one !== undefined);
  const [, owner = "", property = ""] = PROPERTY.exec(text) ?? [];
  if (variable === undefined && property !== "") return `write \`\${${nameOf(owner, property)}}\``;
  if (variable !== undefined) {
    const name = variable.replaceAll("-", "_");
    return `write \`\${${spelled["lower"] === undefined ? name : name.toUpperCase()}}\``;
  }
  const [, name, operator] = /^\$\{([A-Za-z_]\w*)(:?=|:?\?|-)/.exec(text) ?? [];
  if (name === undefined) {
    const [, expanded] = EXPANSION.exec(text) ?? [];
    return expanded === undefined ? LITERAL : `write \`\${${expanded}}\``;
  }
  const isDefault = operator?.endsWith("=") || operator === "-";
  return isDefault && mayRun ? `for a default text: \`\${${name}:-echo …}\`` : `write \`\${${name}}\``;
}

/** The variable for a property: the last part of its path if that has a variable's name already. */
function nameOf(owner: string, property: string): string {
  const [last = ""] = property.split(".").slice(-1);
  if (isVariableName(last)) return last;
  return (NAMESPACES.has(owner) ? property : `${owner}.${property}`).replaceAll(".", "_").toUpperCase();
}

/** Names after the prefix of another tool, between blanks, or with a hyphen, which no variable has. */
const SPELT =
  /^\$\{(?:(?:env[:.]|\{ ?(?:env|secrets|vars|inputs)\.)(?<prefixed>[A-Za-z_]\w*)(?: ?\}| ?\|\|| ?&&)|\{ ?(?<doubled>[A-Za-z_]\w*) ?\}|[ \t]{0,9}(?<apart>[A-Za-z_]\w*)[ \t]{0,9}\}|(?<lower>[a-z][a-z0-9]*(?:-[a-z]+)*-(?:key|token|secret|password|url|host|id|user))\}|(?<hyphened>[A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)+)\})/;

/** A name behind that of a source: an input of an editor, a secret of a pipeline, a parameter of a store. */
const GROUPED =
  /^\$\{(?:input|secrets?|config|params?|parameters?|kv|vault|ssm|local|user|settings?)[:/]([A-Za-z_][\w.-]{0,80})\}/i;

/** A property with dots, which no variable's name has; behind the name of a group, as in Terraform, the property alone. */
const PROPERTY = /^\$\{([A-Za-z_]\w{0,60})\.([A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,4})[:}]/;

/** What a shell can do with a variable, and a default of Spring. */
const EXPANSION = /^\$\{!?([A-Za-z_]\w*)(?:[:^,%#/@[]|\})/;

const NAMESPACES: ReadonlySet<string> = new Set(["var", "vars", "local", "secrets", "params", "config"]);
