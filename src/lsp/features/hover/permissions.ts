/** A rule of permissions under the pointer: what it is about, the meaning of its key, and the findings there. */
import type { Effect, Rule } from "../../../permissions/rule.js";
import type { Path } from "../../../text/path.js";
import { EFFECTS, fileRules } from "../../../toolkit/judge/permissions/file-rules.js";
import { describeType } from "../../../toolkit/judge/report/describe.js";
import { meaningsOf } from "../../../toolkit/read/schema/lookup.js";
import type { Shape } from "../../../toolkit/read/schema/shape.js";
import type { PermissionsText } from "../../configuration/workspace.js";
import { type Line, type Piece, reasonOf, sentence } from "../../prose.js";

/** The lines about a place. `offset`: of the pointer in the readable text. */
export function permissionLines(
  { state, text }: PermissionsText,
  { path, offset }: { readonly path: Path; readonly offset: number },
  schema: Shape,
): readonly Line[] {
  const findings = state.isJudged ? (state.findings().get(text) ?? []) : [];
  const here = findings.filter(({ range }) => range.start.offset <= offset && offset <= range.end.offset);
  const [list, index] = path;
  const effect = EFFECTS.find((one) => one === list);
  const own = fileRules(text.readable).find((one) => one.effect === list && one.index === index);
  const isVoid = effect === "allow" && text.layer.scope === "project";
  const [meaning] = meaningsOf(schema, path);
  const description = meaning?.shape.schema.description;
  return [
    ...(effect === undefined || own === undefined ? [] : [aboutRule(effect, own.rule)]),
    ...(isVoid ? [["without effect: a project allows nothing"]] : []),
    ...(meaning === undefined
      ? []
      : [
          [
            { strong: String(path.findLast((step) => typeof step === "string")) },
            ": ",
            ...sentence(describeType(meaning.shape)),
          ],
        ]),
    ...(description === undefined ? [] : [sentence(description)]),
    ...[...new Set(here.map(({ rule }) => rule))].map(reasonOf),
  ];
}

const VERBS: Readonly<Record<Effect, string>> = { allow: "allows ", ask: "asks before ", deny: "denies " };

/** `allows the command npm test and no other words`. */
function aboutRule(effect: Effect, { tool, command, path, server }: Rule): readonly Piece[] {
  const verb: Piece = { strong: VERBS[effect].trim() };
  if (command !== undefined) {
    const isOpen = /\s\*$/.test(command.trim());
    const shown = command.trim().replace(/\s\*$/, "");
    return [verb, isOpen ? " commands that begin with " : " the command ", { code: shown }];
  }
  const tools: readonly Piece[] = tool === undefined ? [" every tool"] : [" ", { code: tool }];
  if (path !== undefined) return [verb, ...tools, " of files that match ", { code: path }];
  return [verb, ...tools, ...(server === undefined ? [] : [" of the server ", { code: server }])];
}
