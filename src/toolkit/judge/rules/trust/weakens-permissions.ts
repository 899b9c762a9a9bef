/** A protection that is weaker with the project than without it. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { parseModelReference } from "../../../mean/configuration/models.js";
import { jsonAt, type Setting, settingAt } from "../../../mean/configuration/setting.js";
import { anchorOf, type Change } from "../../../mean/trust/changes.js";
import { isRepeated, isWeakened, valueBefore } from "../../../mean/trust/guard.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import type { Json } from "../../../read/document/data.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";

const OWN_CHOICE = "whoever works on the project decides this for themselves, in the global config";

export const rule: Rule = {
  id: "trust/weakens-permissions",
  severity: "warning",
  check(context, report) {
    const { changes, flows } = context.trust;
    const judge = otherJudge(context);
    if (judge !== undefined) report(judge);
    const removed = flows.touches.flatMap(({ isLost, change, others }) => (isLost ? [change, ...others] : []));
    const isGone = new Set(removed.map(({ entry }) => entry));
    for (const change of changes) {
      const { path, capability, shape, before, now, entry } = change;
      // `trust/credential-redirect` reports an entry that is gone with its credential.
      if (path[0] === "integrations" && now === undefined && isGone.has(entry)) continue;
      // Another rule reports lists that protect.
      if (
        capability !== "guard" ||
        shape.schema["x-stricter"] === "longer" ||
        !isWeakened(change) ||
        isRepeated(change)
      )
        continue;
      const old = valueBefore(change);
      const instead = isShort(old) ? ` instead of ${quote(old)}` : "";
      report({
        at: anchorOf(change),
        message: messageOf(change, instead),
        ...(before === undefined
          ? {}
          : {
              related: [
                {
                  at: { ...valueAt(...path), layer: "global" as const },
                  message: path[0] === "integrations" ? "as you have it" : "stricter in your config",
                },
              ],
            }),
        help: OWN_CHOICE,
      });
    }
  },
};

/** The places of the model that judges each call, the first that is set (spec 2.2, 2.9). */
const JUDGES: readonly Path[] = [
  ["autonomous_permission_matcher", "classifier_model"],
  ["defaults", "mini"],
  ["defaults", "full"],
];

/** A project that leaves its user's strategy alone and chooses the model that decides. */
function otherJudge({ trust, settings, names }: RuleContext): Report | undefined {
  if (trust.changes.length === 0 || !isAutonomous(settings) || !isAutonomous(trust.below)) return undefined;
  const [now, before] = [judgeIn(settings), judgeIn(trust.below)];
  if (now === undefined || before === undefined || now.model === before.model) return undefined;
  // `trust/reroutes-traffic` reports a model behind an address of the project.
  const known = names("models");
  const { model } = parseModelReference(now.model, (one) => known.has(one));
  const provider = jsonAt(settings, ["models", model, "provider"]);
  const isSent = ({ capability, path: [section, entry] }: Change): boolean =>
    capability === "destination" && section === "providers" && entry === provider;
  if (trust.changes.some(isSent)) return undefined;
  const isRemoved = settingAt(settings, before.path) === undefined;
  const at = isRemoved ? { ...keyAt(...before.path), layer: "project" as const } : valueAt(...now.path);
  return {
    at,
    message: `this project lets ${quote(now.model)} judge each call instead of ${quote(before.model)}`,
    related: [{ at: { ...valueAt(...before.path), layer: "global" }, message: "your choice" }],
    help: OWN_CHOICE,
  };
}

function isAutonomous(settings: Setting): boolean {
  return jsonAt(settings, ["default_permission_matcher"]) === "autonomous";
}

function judgeIn(settings: Setting): { readonly path: Path; readonly model: string } | undefined {
  for (const path of JUDGES) {
    const model = jsonAt(settings, path);
    if (typeof model === "string") return { path, model };
  }
  return undefined;
}

function messageOf({ path, entry, now }: Change, instead: string): string {
  // A switch of search providers is neither strict nor weak.
  if (path[0] === "integrations")
    return `this project turns ${name(...(entry?.path ?? path))} ${now === true ? "on" : "off"}`;
  return isShort(now)
    ? `this project weakens ${name(...path)}: ${quote(now)}${instead}`
    : `this project weakens ${name(...path)}`;
}

function isShort(value: Json | undefined): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value) && String(value).length <= 40;
}
