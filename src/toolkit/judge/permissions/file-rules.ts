/** The rules in a file of permissions, as far as they can be read, in the order of the text. */
import { permissionsSchema } from "../../../generated/permissions-schema.js";
import type { Effect, Rule } from "../../../permissions/rule.js";
import { once, oncePer } from "../../../text/once.js";
import type { Mapping, Node } from "../../read/document/node.js";
import { type Document, parse } from "../../read/document/parse.js";
import { lineAround } from "../../read/document/source.js";
import type { SchemaNode } from "../../read/schema/schema-node.js";
import { compileSchema, type Shape } from "../../read/schema/shape.js";

/** The shape of a file of permissions. */
export const permissionsShape: () => Shape = once(() => compileSchema(permissionsSchema as SchemaNode));

export const EFFECTS: readonly Effect[] = ["deny", "ask", "allow"];

/** A rule at its place in a file. */
export interface FileRule {
  readonly effect: Effect;
  readonly index: number;
  readonly rule: Rule;
  /** Whether the author wrote something else in it than the fields of `rule`. */
  readonly isPartial: boolean;
  readonly node: Mapping;
}

/** The rules of one list after the other. A mapping without a readable field is no rule. */
export const fileRules = oncePer((document: Document): readonly FileRule[] => {
  const root = document.root ?? rootBefore(document);
  return root === undefined ? [] : EFFECTS.flatMap((effect) => rulesIn(root.entries.get(effect)?.value, effect));
});

/** The tree of the lines before the first mistake in a text that has none as a whole. */
function rootBefore({ source, format, problems: [first] }: Document): Mapping | undefined {
  if (first === undefined || !("span" in first.at)) return undefined;
  const { start } = lineAround(source, first.at.span.start);
  return start === 0 ? undefined : parse({ ...source, text: source.text.slice(0, start) }, format).root;
}

function rulesIn(list: Node | undefined, effect: Effect): readonly FileRule[] {
  if (list?.kind !== "sequence") return [];
  return list.items.flatMap((node, index) => {
    if (node.kind !== "mapping") return [];
    const rule = ruleIn(node);
    const fields = Object.keys(rule).length;
    return fields === 0 ? [] : [{ effect, index, rule, isPartial: fields < node.entries.size, node }];
  });
}

function ruleIn({ entries }: Mapping): Rule {
  const field = (key: keyof Rule): Rule => {
    const node = entries.get(key)?.value;
    return node?.kind === "scalar" && typeof node.value === "string" && node.value.trim() !== ""
      ? { [key]: node.value }
      : {};
  };
  return { ...field("tool"), ...field("command"), ...field("path"), ...field("server") };
}
