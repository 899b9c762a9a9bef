/**
 * `agentcfg plan`: lists all variables and commands that loading would use, with their places. It runs no command and reads no variable.
 */
import { planOf, STEP_VERBS, type Step } from "../../service/explain/steps.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, POLICY, TEXT_OR_JSON, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { quote } from "../../text/quote.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";
import { counted, sayVerdict } from "../in-effect.js";
import { type LayerFlags, openConfiguration } from "../open.js";

interface PlanFlags extends LayerFlags {
  readonly format: "text" | "json";
  readonly color: ColorChoice;
}

export const plan = command<PlanFlags>({
  examples: [
    { line: "agentcfg plan", describe: "each variable and command, and its purpose" },
    { line: "agentcfg plan --untrusted", describe: "the same for a project that you do not vouch for" },
  ],
  options: [...LAYERS, UNTRUSTED, POLICY, TEXT_OR_JSON, COLOR],
  more: WHERE,
  run: runPlan,
});

async function runPlan(terminal: Terminal, _: readonly string[], flags: PlanFlags): Promise<number> {
  const opened = await openConfiguration(terminal, flags);
  if (typeof opened === "number") return opened;
  const { snapshot } = await counted(terminal, opened, flags);
  await sayVerdict(terminal, snapshot, flags);
  const { commands, steps } = planOf(snapshot);
  const json = { version: 1, commands, steps };
  const paint = await paintOn(terminal, flags.color);
  await print(terminal.stdout, flags.format === "json" ? `${printableJson(json)}\n` : asText(steps, paint));
  if (flags.format === "text" && steps.length === 0)
    await print(terminal.stderr, "loading reads no variable and runs no command\n");
  return EXIT.ok;
}

function asText(steps: readonly Step[], paint: Paint): string {
  return steps
    .map((step) => {
      const what = [step.variable && `\${${step.variable}}`, step.command && quote(step.command)]
        .filter(Boolean)
        .join(" or ");
      const place = `${printable(step.file)}:${step.line}:${step.column}`;
      const why = step.why === undefined ? "" : `\n         because ${printable(step.why)}`;
      return `${paint.strong(STEP_VERBS[step.action].padEnd(8))} ${what}\n         for ${printable(step.name)} at ${paint.faint(place)}${why}\n`;
    })
    .join("");
}
