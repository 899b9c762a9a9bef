/**
 * A secret that stands in the file itself. Each layer is looked at by itself: what another layer overrides can still be read.
 * Left to others, for one mistake is one message: the arguments of a server (`secret/in-arguments`), and a user in a `url` or
 * `uri`, where there must be none.
 */

import type { Span } from "../../diagnostic/diagnostic.js";
import { isObject } from "../../document/node.js";
import { namesCredential } from "../../redaction/credential.js";
import type { Path } from "../../text/path.js";
import { credentialSpans, quote } from "../../text/printable.js";
import { literalOf } from "../../text/scan.js";
import { name, type Report, type Rule, type View } from "../rule.js";
import { isLoopback, readUrl } from "../url.js";
import { credentialsIn, isHarmless, isUserAt } from "./evident.js";

export const rule: Rule = {
  id: "secret/literal",
  severity: "warning",
  summary: "a secret written out in the file (an error in a project)",
  *check(view) {
    for (const { scope, places } of view.layers) {
      for (const { path, value: text, isSecret } of places.flatMap((place) => textsIn(place))) {
        if (isLeftToOthers(path)) continue;
        const isWhole = isSecret && literalOf(text) !== undefined && text.trim() !== "" && isSecretAt(path, text, view);
        // The first is enough: whoever mends it sees the others.
        const within = isWhole ? undefined : credentialsIn(text).find((span) => isWrittenOut(text, span, path));
        if (!isWhole && within === undefined) continue;
        const variable = isWhole ? reference(path) : quote("${NAME}");
        yield {
          ...(scope === "project" ? inProject(variable) : inGlobal(variable)),
          at: { path, part: "value", layer: scope, ...(within === undefined ? {} : { within }) },
          message: `${name(...path)} holds a secret in clear text`,
          label: "written out",
        };
      }
    }
  },
};

interface Text {
  readonly path: Path;
  readonly value: string;
  /** Whether the schema says that such a value is secret. */
  readonly isSecret: boolean;
}

type Place = View["places"][number];

/** The text of a place; of a list that the schema does not look into, all texts. What does not fit has been reported. */
function textsIn({ path, value, shape }: Place, inside = false): readonly Text[] {
  const { types, schema } = shape;
  if (typeof value === "string" && (types === undefined || types.has("string")))
    return [{ path, value, isSecret: schema["x-secret"] === true }];
  if (types !== undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => textsIn({ path: [...path, index], value: item, shape }, true));
  }
  // What is in any other object is a place of its own.
  if (!inside || !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => textsIn({ path: [...path, key], value: child, shape }, true));
}

function isLeftToOthers([section, entry, field]: Path): boolean {
  return (section === "mcp_servers" && field === "args") || (section === "permissions" && entry === "secret_words");
}

/** Whether a text without substitutions is a secret, at a place that may hold one. */
function isSecretAt(path: Path, text: string, view: View): boolean {
  const [section, entry = ""] = path;
  const parent = path.at(-2);
  if (parent === "headers" || parent === "env") return namesCredential(String(path.at(-1))) && !isHarmless(text);
  if (section !== "providers") return true;
  const url = readUrl(view.text([section, entry, "url"]));
  const isAnyKey = url !== undefined && isLoopback(url) && text.length < 20 && credentialSpans(text).length === 0;
  return !isAnyKey;
}

/** Whether a credential inside a text stands there itself, and somewhere else than in the address of this machine. */
function isWrittenOut(text: string, { start, end }: Span, path: Path): boolean {
  if (/\$[({]|(?:^|:)\$\w+$/.test(text.slice(start, end))) return false;
  if (!isUserAt(text, start)) return true;
  const [, host = ""] = /^@([^/?#\s"']+)/.exec(text.slice(end, end + 300)) ?? [];
  const key = path.at(-1);
  return key !== "url" && key !== "uri" && !(URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`)));
}

/** The variable to write instead; a variable of a server most likely has the same name outside. */
function reference(path: Path): string {
  const key = String(path.at(-1));
  return quote(path.at(-2) === "env" && /^[A-Za-z_]\w*$/.test(key) ? `\${${key}}` : "${NAME}");
}

function inGlobal(variable: string): Pick<Report, "help"> {
  return { help: `write ${variable} and set that variable, or \`$(command)\` to ask a password manager` };
}

function inProject(variable: string): Pick<Report, "severity" | "notes" | "help"> {
  return {
    severity: "error",
    notes: ["whoever gets the project gets the secret, older versions of the file included"],
    help: `write ${variable}, let everybody set that variable, and replace a secret that was committed`,
  };
}
