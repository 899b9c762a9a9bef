/** The report of `agentcfg doctor`, for people and for programs. */
import { printable, printableJson } from "../../text/escape.js";
import { enumerate } from "../../text/quote.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";
import type { Severity } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Answer, type Check, count, type Detail, type Situation, type Status } from "./check.js";

export type CheckResult = Answer & Pick<Check, "id">;

/** The answers of all checks that apply. */
export function askAll(checks: readonly Check[], situation: Situation): readonly CheckResult[] {
  const { layers } = situation;
  // The contents of an unusable file are unknown.
  const isUsable = layers.some(({ root }) => root !== undefined);
  return checks
    .filter(({ isOnline = false }) => !isOnline || situation.online !== undefined)
    .filter(({ always = false, ofUnusable = false }) => always || isUsable || (ofUnusable && layers.length > 0))
    .map(({ id, look }) => ({ id, ...look(situation) }));
}

/** JSON of a stable shape: later versions only add keys. */
export function asJson(all: readonly CheckResult[]): string {
  const checks = all.map(({ id, status, title, details, advice }) => ({
    ...{ id, status, title, details },
    ...(advice === undefined ? {} : { advice }),
  }));
  return `${printableJson({ version: 1, checks })}\n`;
}

const SEVERITIES: Readonly<Record<Exclude<Status, "ok">, Severity>> = { warning: "warning", problem: "error" };

/** A block for each check: status, observations and advice. */
export function asText(all: readonly CheckResult[], paint: Paint): string {
  return all
    .map(({ status, title, details, advice }) => {
      const word = status.padEnd(WIDTH);
      const shown = status === "ok" ? word : paint.severity(SEVERITIES[status], word);
      const lines = [
        `${shown} ${paint.strong(title)}`,
        ...details.map((detail) => `${INDENT}${lineOf(detail)}`),
        ...(advice === undefined ? [] : [`${INDENT}${paint.faint("=")} help: ${advice}`]),
      ];
      return lines.map((line) => `${line}\n`).join("");
    })
    .join("");
}

const WIDTH = "problem".length;
const INDENT = " ".repeat(WIDTH + 1);

/** A detail with its place, unless its text contains one. */
function lineOf({ text, file, line, column }: Detail): string {
  return line === undefined ? text : `${text} (${printable(file ?? "")}:${line}:${column})`;
}

/** The number of problems and warnings, in a line. */
export function summaryLine(all: readonly CheckResult[]): string {
  const of = (status: Status): readonly string[] => {
    const number = all.filter((one) => one.status === status).length;
    return number === 0 ? [] : [count(number, status)];
  };
  const parts = [...of("problem"), ...of("warning")];
  return `${parts.length === 0 ? "nothing to fix" : enumerate(parts, "and")}\n`;
}
