/** Commands of GitHub Actions, which become annotations next to the changed lines. Errors come first: GitHub shows ten of each kind. */
import { printable } from "../../../text/escape.js";
import type { Diagnostic, Severity } from "../../read/diagnostic/diagnostic.js";
import { type Ground, nameFromRoot, placeOf } from "./ground.js";
import { remarksOf } from "./remarks.js";
import type { Exchange } from "./reporter.js";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

export const github: Exchange = {
  render: ({ unreadable }, shown, { ground }) =>
    [
      ...unreadable.map(({ file, reason }) => `::error::${escapedData(printable(`cannot read ${file}: ${reason}`))}\n`),
      ...(["error", "warning", "info"] as const)
        .flatMap((severity) => shown.filter((one) => one.severity === severity))
        .map((diagnostic) => command(diagnostic, ground)),
    ].join(""),
  summary: "below",
};

function command(diagnostic: Diagnostic, ground: Ground): string {
  const { severity, rule, message, file } = diagnostic;
  const isInRepository = placeOf(ground, file).base === "repository";
  const name = nameFromRoot(ground, file);
  const properties = { ...(isInRepository ? placeProperties(name, diagnostic) : {}), title: rule };
  const text = isInRepository ? message : `${placeInWords(name, diagnostic)}: ${message}`;
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
  return `::${COMMANDS[severity]} ${list.join(",")}::${escapedData([text, ...remarksOf(diagnostic, ground)].join("\n"))}\n`;
}

/**
 * The place, as part of the message, for a finding that GitHub cannot show next to a line. A colon before a digit in the name is escaped.
 */
function placeInWords(name: string, { range: { start } }: Diagnostic): string {
  return `${printable(name).replace(/:(?=\d)/g, "\\x3a")}:${start.line}:${start.column}`;
}

/** Columns only for a finding on one line: for several lines, GitHub reads them as a range within each. */
function placeProperties(name: string, { range: { start, end } }: Diagnostic): Readonly<Record<string, string>> {
  const columns = start.line === end.line ? { col: `${start.column}`, endColumn: `${end.column}` } : {};
  // GitHub reads the text before the first `=` as a key, and a second `=` right after it as part of the key.
  const file = printable(name).replace(/^=/, "./=");
  return { file, line: `${start.line}`, endLine: `${end.line}`, ...columns };
}

/** The percent sign first, because the other escapes begin with it. */
function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
