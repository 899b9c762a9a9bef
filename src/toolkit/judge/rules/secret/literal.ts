/**
 * A secret in the file itself. Each layer is checked alone: an overridden value is still readable. Other rules check the arguments of a
 * server (`secret/in-arguments`) and a user in a `url` or `uri` that allows none: one mistake is one message.
 */

import { namesCredential } from "../../../../text/credential-names.js";
import { NONE } from "../../../../text/none.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { literalOf, scan } from "../../../../text/scan.js";
import { isVariableName, spelledCredential } from "../../../../text/variable.js";
import { credentialsIn, isUserAt, secretsIn } from "../../../mean/redaction/credentials.js";
import { generatedSpans } from "../../../mean/redaction/generated.js";
import { isHarmless, saysNoKey } from "../../../mean/redaction/references.js";
import type { PathAnchor } from "../../../read/diagnostic/anchor.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import { anything, type Shape } from "../../../read/schema/shape.js";
import { name, writing } from "../phrases.js";
import type { KnownText, Report, Rule, RuleContext, StrangeText } from "../rule.js";
import { isLoopback, readUrl } from "../url.js";
import { reference } from "./reference.js";

export const rule: Rule = {
  id: "secret/literal",
  severity: "warning",
  highest: "error",
  isHarmless: true,
  check(context, report) {
    for (const { scope, texts, strange } of context.layers) {
      for (const suspect of [...suspects(texts), ...strange.flatMap(strangeSuspect)]) {
        const { path } = suspect.known;
        const { within: part, shape } = suspect;
        // A user's own file may hold the words to hide; a project's file publishes them.
        if (scope !== "project" && shape.schema["x-secret-word"] === true) continue;
        const isWhole = suspect.mayBeWhole && isSecretAt(suspect, context);
        const within = isWhole ? undefined : part;
        if (!isWhole && within === undefined) continue;
        const named = isWhole ? namedVariable({ path, part: "value", layer: scope }, suspect.text) : undefined;
        if (named !== undefined) {
          report(named);
          continue;
        }
        const variable = quote(isWhole ? reference(path) : "${NAME}");
        report({
          ...(scope === "project" ? inProject(variable) : inGlobal(variable)),
          ...(isWhole && scope !== "project" ? otherSource(suspect.text) : {}),
          ...(isQueried(path, suspect.text)
            ? { help: `no query can stand here: write ${variable} in ${quote("auth")}` }
            : {}),
          at: { path, part: "value", layer: scope, ...(within === undefined ? {} : { within }) },
          message: `${name(...path)} contains a secret in clear text`,
          label: "written out",
        });
      }
    }
  },
};

/** The report of a variable's bare name in place of a reference to it; undefined for any other text. */
function namedVariable(at: PathAnchor, text: string): Report | undefined {
  const [, scheme = "", variable = ""] = /^((?:Bearer|Basic|token) )?(\w+)$/i.exec(text) ?? [];
  // The message repeats the text, so that it has to be the name of a credential.
  if (!isVariableName(variable) || !namesCredential(variable) || generatedSpans(variable).length > 0) return undefined;
  const value = `${scheme}\${${variable}}`;
  return {
    at,
    message: `${name(...at.path)} is the name of a variable, not its value`,
    label: "the name, not its value",
    help: `write ${quote(value)}`,
    fixes: [writing(value, { safe: false, changes: [{ kind: "replace", path: at.path, value }] })],
  };
}

/** A text where a secret belongs, or one with a credential in it. */
interface Suspect {
  /** Computes its path on demand. */
  readonly known: { readonly path: Path };
  readonly shape: Shape;
  readonly text: string;
  /** Whether the place is for a secret, so that the whole text may be one. */
  readonly mayBeWhole: boolean;
  /** Only the first credential: the author sees the others while mending it. */
  readonly within: Span | undefined;
}

/** A text below an unknown key: one with a credential in it, or one that looks like a secret and has the name of one (S42). */
function strangeSuspect({ text, at }: StrangeText): readonly Suspect[] {
  const name = String(at.step);
  const within = firstWrittenOut(text, credentialsIn(text));
  const mayBeWhole = isLikely(text, name) && namesCredential(name);
  return suspicious({ known: at, shape: NAMED, text, mayBeWhole, within });
}

const NAMED: Shape = { ...anything, schema: { "x-secret": "by-name" } };

/** Whether a text under a secret's name is more than a word: names like `key` have other meanings, too. */
function isLikely(text: string, name: string): boolean {
  return (text.length >= 8 && /\d|[a-z][A-Z]/.test(text)) || /passw|secret/i.test(name);
}

const suspects = oncePer((texts: readonly KnownText[]) => texts.flatMap(suspectAt));

function suspectAt(known: KnownText): readonly Suspect[] {
  const { text, shape, around, step } = known;
  if (!takesText(shape) || shape.values?.includes(text)) return NONE;
  const secrecy = shape.schema["x-secret-word"] === true ? undefined : shape.schema["x-secret"];
  const mayBeWhole = secrecy === "by-name" ? namesCredential(String(step)) : secrecy !== undefined;
  const credentials = credentialsIn(text);
  if ((credentials.length === 0 && !mayBeWhole) || isArguments(around)) return NONE;
  return suspicious({ known, shape, text, mayBeWhole, within: firstWrittenOut(text, credentials, step) });
}

/** The suspect, if any part of it is in clear text. */
function suspicious({ mayBeWhole, ...suspect }: Suspect): readonly Suspect[] {
  const { text, within } = suspect;
  // Braces that contain a secret in place of a name are a mistake of the substitution.
  if (/^\$\{[\w-]+\}$/.test(text) && scan(text).problems.length > 0) return NONE;
  const isWritten = mayBeWhole && (literalOf(text)?.trim() ?? "") !== "";
  if (within === undefined && !isWritten) return NONE;
  return saysNoKey(text) || spelledCredential(text) !== undefined ? NONE : [{ ...suspect, mayBeWhole: isWritten }];
}

/** Whether the place takes a text: a wrong type has its own finding. */
function takesText({ types }: Shape): boolean {
  return types === undefined || types.has("string");
}

function isArguments(around: KnownText["around"]): boolean {
  if (around.place.kind !== "list") return false;
  const { 0: section, 2: field } = around.path;
  return section === "mcp_servers" && field === "args";
}

/** Whether a text without substitutions is a secret as a whole. */
function isSecretAt({ known, shape, text }: Suspect, context: RuleContext): boolean {
  if (shape.schema["x-secret"] === "by-name") return !isHarmless(text);
  const { 0: section, 1: entry = "" } = known.path;
  if (section !== "providers") return true;
  const url = readUrl(context.text([section, entry, "url"]));
  const isAnyKey = url !== undefined && isLoopback(url) && text.length < 20 && secretsIn(text).length === 0;
  return !isAnyKey;
}

/** `key`: the key of the text, if the schema knows it. */
function firstWrittenOut(text: string, credentials: readonly Span[], key?: string | number): Span | undefined {
  return credentials.find((span) => isWrittenOut(text, span, key));
}

/** Whether a credential inside a text is in clear text, and not part of a loopback address. */
function isWrittenOut(text: string, { start, end }: Span, key: string | number | undefined): boolean {
  if (/\$[({]|(?:^|:)\$\w+$/.test(text.slice(start, end))) return false;
  if (!isUserAt(text, start)) return true;
  const [, host = ""] = /^@([^/?#\s"']+)/.exec(text.slice(end, end + 300)) ?? [];
  return key !== "url" && key !== "uri" && !(URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`)));
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

/** Whether the address of a provider, to which the agent appends, has the secret in its query. */
function isQueried(path: Path, text: string): boolean {
  return path[0] === "providers" && path.at(-1) === "url" && text.includes("?");
}

/** The help for a command or a file in the syntax of another program, which nothing runs or reads here. */
function otherSource(text: string): Pick<Report, "help"> {
  if (/^`[^`]+`$/.test(text)) return { help: `backticks run nothing: write ${quote("$(…)")} around a command` };
  return /^(?:\{?file[:(]|(?:@|path:)?~?\/)/.test(text)
    ? { help: `no file is read: write ${quote("$(cat …)")} with its path` }
    : {};
}
