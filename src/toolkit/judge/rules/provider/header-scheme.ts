/**
 * Spec 5.1, 5.2: the agent sends a static key in the header of its format, `Bearer` included, and an `Authorization` value exactly as it is
 * written. Only texts with a substitution are checked: another rule reports a credential in clear text.
 */
import { namesCredential } from "../../../../text/credential-names.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { type Part, scan } from "../../../../text/scan.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import { name, writing } from "../phrases.js";
import { protocolOf } from "../protocol.js";
import { entriesOf, type Rule, type RuleContext } from "../rule.js";
import { carrierOf } from "./carrier.js";

export const rule: Rule = {
  id: "provider/header-scheme",
  severity: "warning",
  check(context, report) {
    for (const { path, header, isKey } of credentialPlaces(context)) {
      const text = context.template(path);
      const slip = text === undefined ? undefined : isKey ? slipOfKey(text, header) : slipOfHeader(text, header);
      if (slip === undefined) continue;
      const { within, message, label, written, safe } = slip;
      report({
        at: { path, part: "value", within },
        message: `${name(...path)} ${message}`,
        label,
        help: `write ${quote(written)}`,
        fixes: [writing(written, { safe, changes: [{ kind: "replace", path, value: written }] })],
      });
    }
  },
};

interface CredentialPlace {
  readonly path: Path;
  /** The header that carries the text, in lower case; undefined if it is unknown. */
  readonly header: string | undefined;
  /** Whether the agent writes the scheme itself. */
  readonly isKey: boolean;
}

function* credentialPlaces(context: RuleContext): Generator<CredentialPlace> {
  const { providers, mcp_servers: servers } = context.config;
  for (const { key: provider, entry } of entriesOf(providers)) {
    const header = carrierOf(entry, protocolOf(context, provider, entry));
    if (entry.auth?.type === "static_key") yield { path: ["providers", provider, "auth", "key"], header, isKey: true };
    yield* headersIn(["providers", provider, "headers"], entry.headers);
  }
  for (const { key: server, entry } of entriesOf(servers)) {
    if (entry.transport !== "http") continue;
    yield* headersIn(["mcp_servers", server, "headers"], entry.headers);
    if (entry.auth?.type === "authorization-header")
      yield { path: ["mcp_servers", server, "auth", "value"], header: "authorization", isKey: false };
  }
}

function headersIn(path: Path, headers: object | undefined): readonly CredentialPlace[] {
  const names = Object.keys(headers ?? {});
  return names.map((header) => ({ path: [...path, header], header: header.toLowerCase(), isKey: false }));
}

interface Slip {
  readonly within: Span;
  /** Completes a sentence that begins with the name of the place. */
  readonly message: string;
  readonly label: string;
  /** The text to write instead. */
  readonly written: string;
  readonly safe: boolean;
}

function slipOfKey(text: string, header: string | undefined): Slip | undefined {
  const quoted = inQuotes(text) ?? stuck(text);
  if (quoted !== undefined) return quoted;
  const assigned = assignmentIn(text);
  if (assigned !== undefined) return assigned;
  const {
    1: lead = "",
    2: before = "",
    3: called,
  } = /^(\s*)((?:([\w-]+):\s*)?(?:[A-Za-z][\w-]*(?::\s*|\s+))?)/.exec(text) ?? [];
  const start = lead.length;
  const written = text.slice(start + before.length);
  if (before === "" || !isOneWord(written)) return undefined;
  const isBearer = header === "authorization" && /^(?:authorization:\s*)?bearer:?\s+$/i.test(before);
  return {
    within: { start, end: start + before.trimEnd().length },
    message: `begins with ${quote(before.trimEnd())}, and the agent adds ${called === undefined ? "the scheme" : "the header"} by itself`,
    label: "would be sent twice",
    written,
    safe: isBearer || called?.toLowerCase() === header,
  };
}

/** A scheme that a colon, a second scheme or a substitution without a blank follows. */
const LED =
  /^(\s*)(bearer|basic|token|api-?key|digest)(:\s*|\s+(?:bearer|basic|token|api-?key|digest):?\s+|(?=\$[({]))/i;

/** Names of variables that hold the whole value, its scheme included. */
const WHOLE_VALUE = /(?:^|_)(?:AUTH|AUTHORIZATION|HEADER|BEARER|BASIC)(?:_(?:HEADER|VALUE))?$/i;

function slipOfHeader(text: string, header: string | undefined): Slip | undefined {
  const quoted = inQuotes(text) ?? stuck(text);
  if (quoted !== undefined) return quoted;
  const { 0: before = "", 1: called } = /^\s*([\w-]+):\s*/.exec(text) ?? [];
  if (called !== undefined && called.toLowerCase() === header) {
    return {
      within: { start: 0, end: before.trimEnd().length },
      message: `begins with the name of the header, ${quote(before.trim())}`,
      label: "is sent as part of the value",
      written: text.slice(before.length),
      safe: true,
    };
  }
  if (header !== "authorization") return undefined;
  const { 0: led, 1: lead = "", 2: scheme = "" } = LED.exec(text) ?? [];
  if (led !== undefined) {
    const isTwice = /\s\S/.test(led.trim());
    const form = led.trim() === scheme ? "without a blank after it" : `instead of ${quote(scheme)} and a blank`;
    return {
      within: { start: lead.length, end: led.trimEnd().length },
      message: isTwice ? "begins with two schemes" : `begins with ${quote(led.trim())} ${form}`,
      label: isTwice ? "one of them is enough" : "servers do not know this scheme",
      written: `${scheme} ${text.slice(led.length)}`,
      safe: !isTwice || isSame(led),
    };
  }
  const [only, ...others] = scan(text.trim()).parts;
  if (only?.kind !== "variable" || others.length > 0) return undefined;
  if (!namesCredential(only.name) || WHOLE_VALUE.test(only.name)) return undefined;
  return {
    within: { start: 0, end: text.length },
    message: "contains no scheme, and the agent adds none",
    label: "sent as it is written",
    written: `Bearer ${text.trim()}`,
    safe: false,
  };
}

/** Whether both schemes are the same word. */
function isSame(led: string): boolean {
  const [one = "", other = ""] = led.toLowerCase().trim().split(/:?\s+/);
  return one === other.replace(/:$/, "");
}

/** Quotes inside the quotes of the file. */
function inQuotes(text: string): Slip | undefined {
  const written = /^\s*(["'`])(.*)\1\s*$/s.exec(text)?.[2];
  if (written === undefined) return undefined;
  return {
    within: { start: 0, end: text.length },
    message: "contains quotes, which are sent too",
    label: "quotes inside of the quotes",
    written,
    safe: true,
  };
}

/** A backslash before a substitution, or the end of a line of a program behind it. */
function stuck(text: string): Slip | undefined {
  const [, scheme = "", before = "", variable = "", after = ""] =
    /^((?:[A-Za-z]+ )?)(\\?)(\$\{\w+\})([;,]?)$/.exec(text) ?? [];
  const mark = before || after;
  if (mark === "") return undefined;
  const start = before === "" ? text.length - 1 : scheme.length;
  return {
    within: { start, end: start + 1 },
    message: `${before === "" ? "ends with" : "contains"} ${quote(mark)}, which is sent too`,
    label: "part of the credential",
    written: scheme + variable,
    safe: false,
  };
}

/** The line of a file of variables in place of its value. */
function assignmentIn(text: string): Slip | undefined {
  const [before = "", variable = ""] = /^(?:export )?([A-Za-z_]\w*)=/.exec(text) ?? [];
  const written = text.slice(before.length);
  if (before === "" || !isOneWord(written)) return undefined;
  return {
    within: { start: 0, end: before.length },
    message: `begins with ${quote(before)}, which is sent too`,
    label: "part of the key",
    written,
    safe: written === `\${${variable}}`,
  };
}

/** Whether a text with substitutions contains no blank outside of them: a key never does. */
function isOneWord(text: string): boolean {
  const { parts } = scan(text.trim());
  return parts.some(isSubstitution) && parts.every((part) => part.kind !== "text" || !/\s/.test(part.text));
}

function isSubstitution({ kind }: Part): boolean {
  return kind !== "text";
}
