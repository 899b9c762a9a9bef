/** `agentcfg explain RULE`: what a rule is about, with its examples. */

import { type RulePart, ruleParts } from "../report/rule.js";
import type { RuleInfo } from "../rules/info.js";
import { printableJson } from "../text/printable.js";
import { EXIT } from "./configuration.js";
import { paintFor, print, type Terminal, wantsColor } from "./terminal.js";

/** Prints an explanation and returns the exit code. */
export async function explainRule(terminal: Terminal, rule: RuleInfo, format: "text" | "json"): Promise<number> {
  if (format === "json") {
    await print(terminal.stdout, `${printableJson(rule)}\n`);
    return EXIT.ok;
  }
  const paint = paintFor(wantsColor("auto", terminal.env, terminal.stdout));
  const { id, severity, fixable, summary } = rule;
  const title = `${paint.severity(severity, `${severity}[${id}]`)}${paint.strong(`: ${summary}`)}${fixable ? " (has a fix)" : ""}`;
  await print(terminal.stdout, `${[title, "", ...ruleParts(rule, paint).map(asText)].join("\n")}`);
  return EXIT.ok;
}

function asText(part: RulePart): string {
  if (part.kind === "text") return `${part.text}\n`;
  const lines = part.text.replace(/\n$/, "").split("\n");
  const head = part.title === "the report" ? "" : `    # ${part.title}\n`;
  return `${head}${lines.map((line) => `    ${line}`.trimEnd()).join("\n")}\n`;
}
