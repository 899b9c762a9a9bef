/** `agentcfg explain`: explains a path of the configuration, set or not, a rule, or a family of rules. */
import { callMeant, isCall } from "../../service/explain/call.js";
import { meaningsAt } from "../../service/explain/descriptions.js";
import { storyOf } from "../../service/explain/story.js";
import { policyRows } from "../../service/policy.js";
import { isVouchedFor } from "../../service/waiting.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, TEXT_OR_JSON, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { once } from "../../text/once.js";
import { formatPath, PATH_FORMS, type Path, parsePath } from "../../text/path.js";
import { didYouMean, quote } from "../../text/quote.js";
import { MOST_SUGGESTIONS, suggest } from "../../text/suggest.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../toolkit/judge/analysis/surroundings.js";
import { withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { readPolicies } from "../../toolkit/judge/policy/read.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";
import { ruleInfos } from "../../toolkit/judge/rules/info.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import { pathsMeant } from "../../toolkit/mean/configuration/similar-paths.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { knowledgeOf, meaningsOf } from "../../toolkit/read/schema/lookup.js";
import { configShape } from "../../toolkit/read/schema/shape.js";
import { fullPolicySchema, fullSchema } from "../explain/full-schema.js";
import { policiesJson, policiesText } from "../explain/policy-text.js";
import { explainRule } from "../explain/rule-page.js";
import { rulesOfFamily, ruleTable } from "../explain/rule-table.js";
import { storyText } from "../explain/story-text.js";
import { type LayerFlags, openConfiguration, openPolicies, readPath } from "../open.js";

interface ExplainFlags extends Omit<LayerFlags, "policy"> {
  /** True without a file. */
  readonly policy?: string | true;
  readonly format: "text" | "json";
  readonly color: ColorChoice;
}

export const explain = command<ExplainFlags>({
  examples: [
    { line: "agentcfg explain tui.theme", describe: "its value, its origin and its type" },
    { line: "agentcfg explain schema/unknown-key", describe: "what a rule reports, with examples" },
    { line: "agentcfg explain trust/", describe: "the rules of a family" },
    { line: "agentcfg explain 'shell: git push'", describe: "which rule allows or denies a call" },
    { line: "agentcfg explain --policy", describe: "what the organisation's policy allows" },
  ],
  arguments: [
    {
      name: "[path or rule]",
      describe: `${PATH_FORMS}; a rule, or a family of rules: schema/unknown-key; or a call: 'edit: src/x.ts'`,
      takes: "path-or-rule",
    },
  ],
  options: [
    ...LAYERS,
    {
      flags: "--policy [file]",
      describe: "print the policies in force; a file is a policy that holds in addition to the machine's",
      takes: "file",
    },
    ...[UNTRUSTED, TEXT_OR_JSON, COLOR],
  ],
  more: WHERE,
  run: runExplain,
});

async function runExplain(terminal: Terminal, [given]: readonly string[], flags: ExplainFlags): Promise<number> {
  if (given === undefined && flags.policy !== undefined) return explainPolicies(terminal, flags);
  if (given === undefined) {
    await complain(terminal, "name a path or a rule, or write `--policy` for the policies in force (see --help)");
    return EXIT.usage;
  }
  const rule = ruleInfos.find(({ id }) => id === given);
  const paint = await paintOn(terminal, flags.color);
  if (rule !== undefined) return explainRule(terminal, rule, flags.format, paint);
  if (isCall(given)) return (await import("../explain/call-text.js")).explainCall(terminal, given, flags, paint);
  const family = rulesOfFamily(given);
  const path = parsePath(given);
  const call = path === undefined ? callMeant(given) : undefined;
  if (call !== undefined) {
    await complain(terminal, `${quote(given)} is not a path${didYouMean([`the call ${quote(call)}`])}`);
    return EXIT.usage;
  }
  const isKey = path !== undefined && meaningsOf(configShape, path).length > 0;
  if (family.length > 0 && !isKey) {
    await print(terminal.stdout, flags.format === "json" ? `${printableJson(family)}\n` : ruleTable(family, paint));
    return EXIT.ok;
  }
  return explainPath(terminal, given, flags, paint);
}

async function explainPath(terminal: Terminal, text: string, flags: ExplainFlags, paint: Paint): Promise<number> {
  const path = await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const { untrusted, policy, ...others } = flags;
  const layers = { ...others, ...(typeof policy === "string" && { policy }) };
  const opened = await openConfiguration(terminal, layers, "if-any");
  if (opened === EXIT.usage) return opened;
  // The schema knows the path even without a readable configuration.
  const snapshot = typeof opened === "number" ? undefined : opened;
  const known =
    snapshot ??
    new Snapshot([], surroundingsOf(terminal.host, [], undefined, readPolicies(terminal.host, layers.policy)));
  const isTrusted = !untrusted && snapshot !== undefined && isVouchedFor(snapshot, terminal.host, layers);
  const counting = snapshot === undefined || isTrusted ? undefined : withheldFrom(snapshot);
  const isNowhere = settingAt(known.settings, path) === undefined && knowledgeOf(configShape, path) === "none";
  const meanings = isNowhere ? [] : meaningsAt(fullSchema(terminal), known, path);
  const schema = once(() => fullPolicySchema(terminal));
  const bound = known.surroundings.policies.flatMap((one) => policyRows(one, schema(), path));
  const stories = meanings.map((meaning) => ({
    ...storyOf(meaning, snapshot, counting),
    ...(bound.length > 0 && { policy: bound }),
  }));
  if (stories.length === 0) return sayUnknown(terminal, text, path, known);
  const written =
    flags.format === "json"
      ? stories.slice(0, 1).map((story) => `${printableJson(story)}\n`)
      : stories.map((story) => storyText(story, snapshot !== undefined, paint));
  await print(terminal.stdout, `${written.join("\n")}${flags.format === "text" ? alsoRules(text) : ""}`);
  return typeof opened === "number" ? opened : EXIT.ok;
}

/** Prints the policies in force. */
async function explainPolicies(terminal: Terminal, { policy, format, color }: ExplainFlags): Promise<number> {
  const policies = await openPolicies(terminal, policy === true ? undefined : policy);
  if (policies === "unusable") return EXIT.usage;
  const { inForce } = policies;
  const paint = await paintOn(terminal, color);
  if (format === "json") await print(terminal.stdout, policiesJson(inForce, fullPolicySchema(terminal)));
  else if (inForce.length > 0) await print(terminal.stdout, policiesText(inForce, fullPolicySchema(terminal), paint));
  else {
    const place = terminal.host.policyFile;
    const where = place === undefined ? "" : `: there is no ${printable(displayName(terminal.host, place))}`;
    await print(terminal.stderr, `no policy is in force${where}\n`);
  }
  return EXIT.ok;
}

/** A section and a family of rules may have the same name. */
function alsoRules(text: string): string {
  const family = rulesOfFamily(text);
  return family.length === 0 ? "" : `\n\`agentcfg explain ${text}/\` lists the rules of that name\n`;
}

/** Rules with a similar name, with or without their family. */
function rulesMeant(text: string): readonly string[] {
  const ids = ruleInfos.map(({ id }) => id);
  const nameOf = (id: string): string => id.slice(id.indexOf("/") + 1);
  const names = text.includes("/") ? [] : [text, ...suggest(text, new Set(ids.map(nameOf)))];
  const called = names.flatMap((name) => ids.filter((id) => nameOf(id) === name));
  return [...new Set([...called, ...suggest(text, ids)])].slice(0, MOST_SUGGESTIONS);
}

async function sayUnknown(terminal: Terminal, text: string, path: Path, { effective }: Snapshot): Promise<number> {
  const rules = rulesMeant(text);
  const paths = pathsMeant(effective, path).map(formatPath);
  const isInSection = meaningsOf(configShape, path.slice(0, 1)).length > 0;
  const call = isInSection ? undefined : callMeant(text);
  const calls = call === undefined ? [] : [`the call ${quote(call)}`];
  const alike = [...rules.map((id) => `the rule ${quote(id)}`), ...paths.map(quote), ...calls];
  await complain(terminal, `a configuration has no ${quote(formatPath(path))}${didYouMean(alike)}`);
  return EXIT.findings;
}
