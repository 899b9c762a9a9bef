/** Checks the rules of a file of permissions, apart from its schema: what they are about, and whether they decide anything. */
import type { Effect, Rule } from "../../../permissions/rule.js";
import { once } from "../../../text/once.js";
import { keyAt, type PathAnchor, valueAt } from "../../read/diagnostic/anchor.js";
import type { Scope, Span } from "../../read/diagnostic/diagnostic.js";
import type { Mapping, Node } from "../../read/document/node.js";
import type { Document } from "../../read/document/parse.js";
import { everythingIn } from "./everything.js";
import type { PermissionFact } from "./facts.js";
import { EFFECTS, type FileRule, fileRules } from "./file-rules.js";
import { Coverage, STRONGER } from "./hidden.js";
import { faultIn } from "./never.js";
import { ruleInText } from "./rule-text.js";
import { fits, mayBeTool, serverIn } from "./tools.js";

/** `servers`: the names of `mcp_servers`; undefined if a configuration may have others. */
export function permissionFacts(
  document: Document,
  scope: Scope,
  servers: ReadonlySet<string> | undefined,
): readonly PermissionFact[] {
  const { root } = document;
  if (root === undefined) return [];
  const effects = scope === "project" ? EFFECTS.filter((effect) => effect !== "allow") : EFFECTS;
  const rules = fileRules(document).filter((one) => effects.includes(one.effect) && isWhole(one, document));
  return [
    ...(scope === "project" ? allowedIn(root) : []),
    ...effects.flatMap((effect) => itemFacts(root.entries.get(effect)?.value, effect)),
    ...ruleFacts(rules, servers),
  ];
}

/** Whether a rule is as its author wrote it: `<<` merges nothing. */
function isWhole({ isPartial, node }: FileRule, { problems }: Document): boolean {
  const isIn = ({ start, end }: Span): boolean => node.span.start <= start && end <= node.span.end;
  return !isPartial && !problems.some(({ kind, at }) => kind === "merge-key" && "span" in at && isIn(at.span));
}

/** Whether a place is in one that these facts are about as a whole, so that nothing in it is judged. */
export function isWithin(facts: readonly PermissionFact[]): (at: PathAnchor) => boolean {
  const whole = facts.flatMap(({ kind, at: { path } }) => {
    if (kind === "project-allows") return ["allow"];
    return kind === "permission-text" || kind === "tool-as-key" ? [`${path[0]} ${path[1]}`] : [];
  });
  const places = new Set(whole);
  return ({ path: [list, index] }) => places.has(String(list)) || places.has(`${list} ${index}`);
}

function allowedIn({ entries }: Mapping): readonly PermissionFact[] {
  const list = entries.get("allow")?.value;
  if (list === undefined || (list.kind === "scalar" && list.value === null)) return [];
  const count = list.kind === "sequence" ? list.items.length : 1;
  return count === 0 ? [] : [{ kind: "project-allows", at: keyAt("allow"), count }];
}

/** The items of a list that are no rules. */
function itemFacts(list: Node | undefined, effect: Effect): readonly PermissionFact[] {
  if (list?.kind !== "sequence") return [];
  return list.items.flatMap((node, index): readonly PermissionFact[] => {
    const at = valueAt(effect, index);
    if (node.kind === "mapping" && node.entries.size === 0) return [{ kind: "empty-permission", at }];
    const misplaced = ruleUnderTool(node);
    if (misplaced !== undefined)
      return [{ kind: "tool-as-key", at: keyAt(effect, index, misplaced.key), meant: misplaced.meant }];
    if (node.kind !== "scalar" || typeof node.value !== "string") return [];
    return [{ kind: "permission-text", at, meant: ruleInText(node.value) }];
  });
}

const FIELDS: readonly string[] = ["tool", "command", "path", "server"];

/** The rule that `shell: npm test` without quotes stands for: YAML reads a mapping. */
function ruleUnderTool(node: Node): { readonly key: string; readonly meant: Rule } | undefined {
  if (node.kind !== "mapping" || node.entries.size !== 1) return undefined;
  const [[key, entry] = []] = node.entries;
  if (key === undefined || FIELDS.includes(key) || entry?.value.kind !== "scalar") return undefined;
  const { value } = entry.value;
  const meant = typeof value === "string" ? ruleInText(`${key}: ${value}`) : undefined;
  return meant && { key, meant };
}

function ruleFacts(rules: readonly FileRule[], servers: ReadonlySet<string> | undefined): readonly PermissionFact[] {
  const byEffect = (effect: Effect): readonly FileRule[] => rules.filter((one) => one.effect === effect);
  const coverage = new Map(EFFECTS.map((effect) => [effect, once(() => new Coverage(byEffect(effect)))]));
  return rules.flatMap((one): readonly PermissionFact[] => {
    const { effect, index, rule } = one;
    const at = (...path: readonly string[]): PathAnchor => valueAt(effect, index, ...path);
    const unknown = unknownName(rule, servers, at);
    if (unknown !== undefined) return [unknown];
    const fault = faultIn(rule, effect);
    if (fault !== undefined) return [{ kind: "never-matches", at: at(fault.field), fault, effect }];
    const by = hiderOf(one, coverage);
    if (by !== undefined)
      return [{ kind: "hidden-permission", at: at(), effect, by: by.effect, byAt: valueAt(by.effect, by.index) }];
    const everything = effect === "allow" ? everythingIn(rule) : undefined;
    return everything === undefined ? [] : [{ kind: "allows-everything", at: at(), ...everything }];
  });
}

/** A tool that nothing has, or a server that no configuration has. */
function unknownName(
  { tool, server }: Rule,
  servers: ReadonlySet<string> | undefined,
  at: (key: string) => PathAnchor,
): PermissionFact | undefined {
  const known = servers ?? NO_NAMES;
  if (tool !== undefined && server === undefined && !mayBeTool(tool))
    return { kind: "unknown-tool", at: at("tool"), tool, servers: known };
  const own = tool === undefined ? undefined : serverIn(tool);
  const named = server ?? own;
  if (servers === undefined || named === undefined || named === "*") return undefined;
  if ([...servers].some((name) => fits(named, name))) return undefined;
  const key = server === undefined ? "tool" : "server";
  return { kind: "unknown-server", at: at(key), server: named, tool: server === undefined ? tool : undefined, servers };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The rule that decides about all calls of one: a stronger one, or the same one before it. */
function hiderOf(one: FileRule, coverage: ReadonlyMap<Effect, () => Coverage>): FileRule | undefined {
  for (const effect of STRONGER[one.effect]) {
    const cover = coverage.get(effect)?.().coverOf(one.rule);
    if (cover !== undefined) return cover;
  }
  const same = coverage.get(one.effect)?.().same(one.rule);
  return same === one ? undefined : same;
}

/** The rules of a project that decide about all calls that a rule of its user allows: one fact for each, about the first such rule. */
export function overriding(own: Document, project: Document): readonly PermissionFact[] {
  const restricting = fileRules(project).filter(({ effect, isPartial }) => effect !== "allow" && !isPartial);
  if (restricting.length === 0) return [];
  const coverage = new Coverage(restricting);
  const found = new Map<FileRule, PermissionFact>();
  for (const { effect, index, rule, isPartial } of fileRules(own)) {
    if (effect !== "allow" || isPartial) continue;
    const cover = coverage.coverOf(rule);
    if (cover === undefined || found.has(cover)) continue;
    const allowedAt: PathAnchor = { ...valueAt("allow", index), layer: "global" };
    found.set(cover, {
      kind: "overrides-user",
      at: valueAt(cover.effect, cover.index),
      effect: cover.effect,
      allowedAt,
    });
  }
  return [...found.values()];
}
