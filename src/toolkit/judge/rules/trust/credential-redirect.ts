/** I11, S44: no value of a project, be it a destination, a program or a setting, is silently paired with a secret that its user wrote. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { anchorOf, type Change } from "../../../mean/trust/changes.js";
import { leadOf } from "../../../mean/trust/environment.js";
import type { Redirect, Touch } from "../../../mean/trust/flow.js";
import { originOf } from "../../../mean/trust/origin.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "trust/credential-redirect",
  severity: "error",
  isHarmless: true,
  check(context, report) {
    const { redirects, touches } = context.trust.flows;
    for (const redirect of redirects) {
      const finding = reportOf(context, redirect);
      if (finding !== undefined) report(finding);
    }
    for (const touch of touches) report(touched(context, touch));
  },
};

/** Undefined if the destination receives no credential. */
function reportOf(context: RuleContext, { sink: first, sinks, there, credentials }: Redirect): Report | undefined {
  const [sink, ...others] = sinks;
  const [secret] = credentials;
  if (sink === undefined || secret === undefined) return undefined;
  const { path, capability } = sink;
  return {
    at: anchorOf(sink),
    message: messageOf(sink, secretsAt(context, credentials), sink === first ? there : originOf(sink.now)),
    label: `the project's ${capability === "runs-code" ? "command line" : path[2] === "env" ? "choice" : "destination"}`,
    related: [credentialAt(context, secret, "the credential that goes there"), ...others.map(alsoAt)],
    help: `give the project an entry of its own, with credentials of its own, or remove ${name(...path)} from it`,
  };
}

function touched(context: RuleContext, { entry, change, others, credentials, isLost }: Touch): Report {
  const [secret = []] = credentials;
  const what = secretsAt(context, credentials);
  const origin = originOf(change.now);
  const isRemoved = isLost && settingAt(context.settings, entry) === undefined;
  // A project removes a whole entry by the value of a key around it.
  const place = isRemoved ? name(...change.path.slice(0, 1)) : name(...change.path);
  const changed =
    change.path.at(-1) === "url" && origin !== undefined
      ? `sends ${what} to another address at ${quote(origin)}`
      : `changes ${place} beside ${what}`;
  return {
    at: anchorOf(change),
    severity: "warning",
    label: "in an entry of yours",
    message: `this project ${isLost ? `takes away ${what}` : changed}`,
    related: [credentialAt(context, secret, "the credential"), ...(isRemoved ? [] : others.map(alsoAt))],
    help: `an entry of yours is yours to change: remove ${place} from the project`,
  };
}

function secretsAt(context: RuleContext, credentials: readonly Path[]): string {
  const [first = [], ...others] = credentials;
  const secret = secretAt(context, first);
  return others.length === 0 ? secret : `${secret}, and ${others.length} more`;
}

function secretAt({ settings }: RuleContext, path: Path): string {
  const last = path.at(-1);
  const setting = settingAt(settings, path);
  if (last === "profile" && setting?.kind === "scalar") return `your login ${quote(String(setting.value))}`;
  if (last === "auth_key_name") return "a login of yours, whose name is known only when it is loaded,";
  return last === "type" ? `your login for ${name(...path.slice(0, 2))}` : `${name(...path)} of your global config`;
}

function credentialAt({ scope }: RuleContext, path: Path, message: string): NonNullable<Report["related"]>[number] {
  return {
    at: { ...valueAt(...path), layer: scope(path) === "project" && isNamed(path) ? "project" : "global" },
    message,
  };
}

/** Whether the path only names the credential, as that of a login does. */
function isNamed(path: Path): boolean {
  return ["profile", "auth_key_name"].includes(String(path.at(-1)));
}

function alsoAt(change: Change): NonNullable<Report["related"]>[number] {
  return { at: anchorOf(change), message: "and this" };
}

function messageOf({ path, capability, now, before }: Change, what: string, there: string | undefined): string {
  const here = originOf(before);
  if (capability === "runs-code") return `this project hands ${what} to a command line that it wrote`;
  const [place, lead] = [name(...path), path[2] === "env" ? leadOf(String(path[3]), now) : "any"];
  if (there === undefined && lead === "code") return `this project decides with ${place} what runs with ${what}`;
  if (there === undefined && path[2] === "env" && lead === "address")
    return `this project decides with ${place} where ${what} goes`;
  if (there === undefined && capability !== "destination" && !isNamed(path))
    return `this project sets ${place}, which can lead ${what} elsewhere`;
  const where = there === undefined ? "an address that this project chose" : quote(there);
  return `this project sends ${what} to ${where}${here === undefined ? "" : ` instead of ${quote(here)}`}`;
}
