/** I11: a secret that its user wrote is never silently paired with a destination that a project wrote. */
import { settingAt } from "../../configuration/setting.js";
import { valueAt } from "../../diagnostic/anchor.js";
import type { Path } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import { anchorOf, type Change } from "../../trust/changes.js";
import { originOf } from "../../trust/origin.js";
import { name } from "../phrases.js";
import type { Rule, RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "trust/credential-redirect",
  severity: "error",
  summary: "a project that sends its user's credentials somewhere else",
  isHarmless: true,
  *check(context) {
    for (const { sink, there, credentials } of context.trust.redirects) {
      const [first, ...others] = credentials;
      if (first === undefined) continue;
      const { path, capability, before } = sink;
      const here = originOf(before);
      const secret = secretAt(context, first);
      const what = others.length === 0 ? secret : `${secret}, and ${others.length} more,`;
      yield {
        at: anchorOf(sink),
        message: messageOf(sink, what, there, here),
        label: capability === "runs-code" ? "the project's command line" : "the project's destination",
        related: [
          {
            at: { ...valueAt(...first), layer: context.scope(first) ?? "global" },
            message: "the credential that goes there",
          },
        ],
        help: `give the project an entry of its own, with credentials of its own, or remove ${name(...path)} from it`,
      };
    }
  },
};

function secretAt({ settings }: RuleContext, path: Path): string {
  const last = path.at(-1);
  const setting = settingAt(settings, path);
  if (last === "profile" && setting?.kind === "scalar") return `your login ${quote(String(setting.value))}`;
  return last === "type" ? `your login for ${name(...path.slice(0, 2))}` : `${name(...path)} of your global config`;
}

function messageOf({ path, capability }: Change, what: string, there?: string, here?: string): string {
  if (capability === "runs-code") return `this project hands ${what} to a command line that it wrote`;
  if (there === undefined && path[2] === "env") return `this project decides with ${name(...path)} where ${what} goes`;
  const where = there === undefined ? "an address that this project chose" : quote(there);
  return `this project sends ${what} to ${where}${here === undefined ? "" : ` instead of ${quote(here)}`}`;
}
