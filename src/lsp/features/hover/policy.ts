/** A key of a policy: its meaning, and the rule that enforces it. */
import { formatPath, type Path } from "../../../text/path.js";
import { describeType } from "../../../toolkit/judge/report/describe.js";
import { rules } from "../../../toolkit/judge/rules/index.js";
import { find } from "../../../toolkit/read/document/node.js";
import type { Document } from "../../../toolkit/read/document/parse.js";
import { meaningsOf } from "../../../toolkit/read/schema/lookup.js";
import type { Shape } from "../../../toolkit/read/schema/shape.js";
import type { PolicyText } from "../../policies.js";
import { type Line, reasonOf, sentence } from "../../prose.js";

/** The lines about a place. `offset`: of the pointer in the readable text. */
export function policyLines(
  { text, findings }: PolicyText,
  { path, offset }: { readonly path: Path; readonly offset: number },
  schema: Shape,
): readonly Line[] {
  const isReadable = text.document === text.readable;
  const here = findings.filter(({ range }) => isReadable && range.start.offset <= offset && offset <= range.end.offset);
  return [
    ...keyLines(path, schema),
    ...valueLines(text.readable, path, schema),
    ...[...new Set(here.map(({ rule }) => rule))].map(reasonOf),
  ];
}

/** An item of a list has no meaning of its own. */
function keyLines(path: Path, schema: Shape): readonly Line[] {
  const key = path.filter((step) => typeof step === "string");
  const [meaning] = meaningsOf(schema, key);
  if (meaning === undefined) return [];
  const { shape } = meaning;
  const { description } = shape.schema;
  const rule = rules.find(({ policyKey }) => policyKey !== undefined && formatPath(policyKey) === formatPath(key))?.id;
  return [
    [{ strong: formatPath(key) }, ": ", ...sentence(describeType(shape))],
    ...(description === undefined ? [] : [sentence(description)]),
    ...(rule === undefined
      ? []
      : [[...reasonOf(rule), "; ", { code: `agentcfg explain ${rule}` }, " prints its page"] as const]),
  ];
}

/** The meaning of a value that the schema describes. */
function valueLines({ root }: Document, path: Path, schema: Shape): readonly Line[] {
  const node = root && find(root, path)?.node;
  const meanings = meaningsOf(schema, path)[0]?.shape.schema["x-value-descriptions"] ?? {};
  if (node?.kind !== "scalar" || typeof node.value !== "string" || !Object.hasOwn(meanings, node.value)) return [];
  return [[{ code: node.value }, ": ", ...sentence(meanings[node.value] ?? "")]];
}
