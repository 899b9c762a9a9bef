/** The policies in force, for a terminal and for programs. */
import { policyRows } from "../../service/policy.js";
import { table } from "../../terminal/table.js";
import { printable, printableJson } from "../../text/escape.js";
import type { Policy } from "../../toolkit/judge/policy/policy.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";

export function policiesText(policies: readonly Policy[], schema: Shape, paint: Paint): string {
  return policies.map((policy) => policyText(policy, schema, paint)).join("\n");
}

function policyText(policy: Policy, schema: Shape, paint: Paint): string {
  const { document, sha256, demands } = policy;
  const contact = demands.contact === undefined ? "" : `contact ${printable(demands.contact)}\n`;
  const head = `${paint.strong(printable(document.source.file))}\nsha256 ${sha256}\n${contact}`;
  const rows = policyRows(policy, schema);
  if (rows.length === 0) return `${head}it restricts nothing\n`;
  const blocks = rows.map(({ key, value, meaning, file, line, column }) => {
    const place = paint.faint(`${printable(file)}:${line}:${column}`);
    const lines = [`${key}: ${printable(JSON.stringify(value))}`, `at ${place}`];
    return `${lines[0]}\n${table([["  ", meaning]], paint)}    ${lines[1]}\n`;
  });
  return `${head}\n${blocks.join("")}`;
}

export function policiesJson(policies: readonly Policy[], schema: Shape): string {
  const all = policies.map((policy) => {
    const { document, sha256, demands } = policy;
    const contact = demands.contact === undefined ? {} : { contact: demands.contact };
    return { file: document.source.file, sha256, ...contact, keys: policyRows(policy, schema) };
  });
  return `${printableJson({ version: 1, policies: all })}\n`;
}
