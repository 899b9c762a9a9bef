/** What rules say about a command of a shell, part by part (P-S108). */
import type { PermissionCall } from "./call.js";
import { commandNames, unallowedWrite } from "./command-paths.js";
import { allowsRun, commandPattern, type Meaning, meansRun, runsUnread } from "./command-pattern.js";
import type { Decision } from "./decision.js";
import { fitsTool } from "./fits.js";
import type { PlacedRule } from "./rule.js";
import { isFree } from "./shell/builtins.js";
import { readPowershell } from "./shell/powershell.js";
import { readBash } from "./shell/reveal.js";
import { programName, type Reading, type Run } from "./shell/run.js";
import { isHarmlessVariable, isOwnVariable } from "./shell/variables.js";

interface Shell {
  readonly text: string;
  readonly shell: "bash" | "powershell";
}

function readCommand({ text, shell }: Shell): Reading {
  return shell === "bash" ? readBash(text) : readPowershell(text);
}

export function decideCommand(rules: readonly PlacedRule[], call: PermissionCall, command: Shell): Decision {
  const reading = readCommand(command);
  const restricting = meaningsOf(rules, call, command, reading);
  const found = (effect: "deny" | "ask", meaning: Meaning) =>
    restricting.find((one) => one.placed.effect === effect && one.meaning === meaning);
  const deny = found("deny", "yes");
  if (deny !== undefined) return decided("deny", deny, "a rule denies it");
  const [doubt, ask] = [found("deny", "maybe"), found("ask", "yes")];
  if (ask !== undefined)
    return { ...decided("ask", ask, "a rule asks"), ...(doubt === undefined ? {} : { mayBeDenied: true }) };
  const unsure = doubt ?? found("ask", "maybe");
  if (unsure !== undefined) {
    const reason = reading.problem ?? "a rule may mean it";
    return { ...decided("ask", unsure, reason), ...(doubt === undefined ? {} : { mayBeDenied: true }) };
  }
  return allowed(rules, call, reading, restricting);
}

interface Meant {
  readonly placed: PlacedRule;
  readonly meaning: Meaning;
  readonly part: string | undefined;
}

function decided(effect: "deny" | "ask", { placed, part }: Meant, reason: string): Decision {
  return { effect, rule: placed, ...(part === undefined ? {} : { part }), reason };
}

/** What each rule that denies or asks means of it. */
function meaningsOf(
  rules: readonly PlacedRule[],
  call: PermissionCall,
  command: Shell,
  reading: Reading,
): readonly Meant[] {
  const exact = allowing(rules, call);
  return rules.flatMap((placed): readonly Meant[] => {
    const { effect, rule } = placed;
    if (effect === "allow") return [];
    if (rule.server !== undefined) return [];
    const isOurs = fitsTool(rule, call);
    if (rule.path !== undefined) {
      const named = commandNames(rule.path, command.text, reading, call.cwd);
      const isOfFiles = fitsTool(rule, { ...call, tool: "read" });
      const isOfChanges = fitsTool(rule, { ...call, tool: "edit" });
      // A rule about changes alone does not mean a command that reads.
      const meaning = isOurs || isOfFiles ? named : isOfChanges && named !== "no" ? "maybe" : "no";
      return [{ placed, meaning, part: undefined }];
    }
    if (!isOurs) return [];
    if (rule.command === undefined) return [{ placed, meaning: "yes", part: undefined }];
    return [meantBy(placed, rule.command, reading, exact)];
  });
}

function meantBy(placed: PlacedRule, written: string, reading: Reading, exact: readonly PlacedRule[]): Meant {
  const pattern = commandPattern(written);
  let doubt: Run | undefined;
  for (const run of reading.runs) {
    const meaning = meansRun(pattern, run);
    if (meaning === "yes") return { placed, meaning, part: run.source };
    if (meaning === "maybe" && !(runsUnread(run) && isNamed(run, exact))) doubt ??= run;
  }
  const isOpen = doubt !== undefined || reading.problem !== undefined;
  return { placed, meaning: isOpen ? "maybe" : "no", part: doubt?.source };
}

/** Whether a rule that allows writes the code that a run names. */
function isNamed(run: Run, exact: readonly PlacedRule[]): boolean {
  return exact.some(
    ({ rule: { command } }) =>
      command !== undefined && allowsRun(commandPattern(command), run) && setsNoMore(command, run),
  );
}

/** The rules that may allow: those of a project do not. */
function allowing(rules: readonly PlacedRule[], call: PermissionCall): readonly PlacedRule[] {
  return rules.filter(({ effect, source, rule }) => effect === "allow" && source !== "project" && fitsTool(rule, call));
}

/** The parts of a command that rules have to allow; undefined for a command that rules cannot allow. */
export function partsToAllow(command: Shell): readonly Run[] | undefined {
  const { runs, problem } = readCommand(command);
  return problem === undefined ? runs.filter((run) => !isExempt(run)) : undefined;
}

function allowed(
  rules: readonly PlacedRule[],
  call: PermissionCall,
  reading: Reading,
  restricting: readonly Meant[],
): Decision {
  const ours = allowing(rules, call).filter(({ rule }) => rule.path === undefined && rule.server === undefined);
  const whole = ours.find(({ rule }) => rule.command === undefined);
  // Whatever could slip past a rule that denies or asks is asked about before.
  if (whole !== undefined && !(reading.problem !== undefined && restricting.length > 0))
    return { effect: "allow", rule: whole, reason: "a rule allows all calls of this tool" };
  if (reading.problem !== undefined) return none(reading.problem);
  const writing = rules.filter(
    ({ effect, source, rule }) =>
      effect === "allow" && source !== "project" && fitsTool(rule, { ...call, tool: "edit" }),
  );
  let rule: PlacedRule | undefined;
  for (const run of reading.runs) {
    const found = ours.find(
      ({ rule: { command = "" } }) => allowsRun(commandPattern(command), run) && setsNoMore(command, run),
    );
    if (found === undefined && !isExempt(run)) return none("no rule allows this part", run.source);
    if (found === undefined && !areHarmless(run)) return none("it sets a variable", run.source);
    rule ??= found;
  }
  if (rule === undefined) return none("no rule allows it");
  const set = reading.assignments.find(({ name }) => !isHarmlessVariable(name) && !isOwnVariable(name));
  if (set !== undefined) return none(`it sets the variable ${set.name}`);
  const write = unallowedWrite(reading, writing, call);
  if (write !== undefined)
    return none("no rule allows the file that it writes", `${write.operator} ${write.target.source}`);
  return { effect: "allow", rule, reason: "rules allow each part" };
}

/** Whether a run needs no rule that allows it. */
function isExempt(run: Run): boolean {
  if (run.code !== undefined) return false;
  if (run.isTransparent === true || run.isBehind === true) return true;
  return isFree(programName(run) ?? "", run.words);
}

function areHarmless({ assignments }: Run): boolean {
  return assignments.every(({ name }) => isHarmlessVariable(name));
}

/** Whether the environment of a run is one that changes nothing, or is written in the rule. */
function setsNoMore(command: string, run: Run): boolean {
  const written = commandPattern(command).assignments;
  return run.assignments.every(
    ({ name, value }) => isHarmlessVariable(name) || written.includes(`${name}=${value.literal ?? ""}`),
  );
}

function none(reason: string, part?: string): Decision {
  return { effect: "none", ...(part === undefined ? {} : { part }), reason };
}
