/** What does not count in a directory: what its user does not vouch for (S46, S58), and errors (S5). Each message names the next step. */
import type { ProjectErrors, ReadyState } from "../../../generated/protocol/types.js";
import type { WithheldValue } from "../../../index.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { fromHome } from "../../../text/from-home.js";
import { formatPath, parsePath } from "../../../text/path.js";
import { quoteList } from "../../../text/quote.js";
import { shellWord } from "../../../text/shell.js";
import { permissionErrorsMessage, projectErrorsMessage } from "../../session/daemon/project-errors.js";
import { complain } from "../common/complain.js";
import type { ConfigurationFlags } from "../common/options.js";

/** More paths than these are counted. */
const MOST = 5;

export async function sayWithheld(
  terminal: Terminal,
  withheld: readonly Pick<WithheldValue, "path" | "file">[],
  flags: ConfigurationFlags,
): Promise<void> {
  if (withheld.length === 0) return;
  const parts = withheld.map(({ path, file }) => file ?? formatPath(parsePath(path) ?? [path]));
  const shown = quoteList(parts, "and", MOST);
  if (flags.projectTrust === "untrusted")
    return complain(terminal, `without what only a trusted project may set: ${shown} (\`--project-trust untrusted\`)`);
  const ways = `\`agentcfg trust${placeOf(terminal, flags)}\` shows what they do, and vouches for them`;
  return complain(terminal, `you do not vouch for these parts of the project, so they do not count: ${shown}; ${ways}`);
}

/** Says once where the user's own tool servers start instead of here (P-S97). */
export async function sayElsewhere(
  terminal: Terminal,
  elsewhere: ReadyState["elsewhere"],
  { projectTrust }: ConfigurationFlags,
): Promise<void> {
  if (elsewhere === undefined) return;
  const { servers, directory, instead_of: here } = elsewhere;
  const [noun, verb, it] = servers.length === 1 ? ["server", "starts", "it"] : ["servers", "start", "them"];
  const place = printable(fromHome(directory, terminal.host.home));
  const said = `your tool ${noun} ${quoteList(servers, "and", MOST)} ${verb} in ${place} and not here`;
  if (projectTrust === "untrusted") return complain(terminal, `${said} (\`--project-trust untrusted\`)`);
  const command = `\`agentcfg trust${argumentFor(terminal, here)}\``;
  const why = "because programs obey files of the directory that they start in";
  return complain(terminal, `${said}, ${why}; if this directory is yours, ${command} lets ${it} start here`);
}

/** Says which variables commands do not get here. */
export async function sayVariables(
  terminal: Terminal,
  withheld: ReadyState["withheld_variables"],
  { projectTrust }: ConfigurationFlags,
): Promise<void> {
  if (withheld === undefined) return;
  const { names, directory } = withheld;
  const [noun, verb] = names.length === 1 ? ["variable", "says that it holds"] : ["variables", "say that they hold"];
  const said = `commands here do not get the ${noun} ${quoteList(names, "and", MOST)}, whose ${names.length === 1 ? "name" : "names"} ${verb} a credential`;
  if (projectTrust === "untrusted") return complain(terminal, `${said} (\`--project-trust untrusted\`)`);
  const command = `\`agentcfg trust${argumentFor(terminal, directory)}\``;
  return complain(
    terminal,
    `${said}; if this directory is yours, ${command} passes ${names.length === 1 ? "it" : "them"} on`,
  );
}

/** Says why facets, subagents, skills and instructions cannot be used. */
async function sayPromptProblems(terminal: Terminal, problems: ReadyState["prompt_problems"] = []): Promise<void> {
  for (const { path, why } of problems.slice(0, MOST)) await complain(terminal, `${path}: ${why}`);
  const left = problems.length - MOST;
  if (left > 0)
    await complain(terminal, `${left} more such ${left === 1 ? "line stands" : "lines stand"} in daemon.log`);
}

function sayProjectErrors(terminal: Terminal, errors: ProjectErrors, flags: ConfigurationFlags): Promise<void> {
  return complain(terminal, projectErrorsMessage(errors, `agentcfg lint${placeOf(terminal, flags)}`));
}

function sayPermissionErrors(terminal: Terminal, errors: ProjectErrors, flags: ConfigurationFlags): Promise<void> {
  return complain(terminal, permissionErrorsMessage(errors, `agentcfg lint${placeOf(terminal, flags)}`));
}

/** The project as the argument of a command; empty for the one of this directory. */
function placeOf(terminal: Terminal, { project, workingDir }: ConfigurationFlags): string {
  return argumentFor(terminal, project || workingDir || ".");
}

function argumentFor({ host }: Terminal, path: string): string {
  const here = host.resolve(".");
  const place = host.resolve(path);
  return place === here || place === host.realPath(here) ? "" : ` ${shellWord(place)}`;
}

/** Says of a daemon that has started what of its files does not count, and why. */
export async function sayOfStart(terminal: Terminal, ready: ReadyState, flags: ConfigurationFlags): Promise<void> {
  const { withheld = [], project_errors: errors, permission_errors: wrongRules, elsewhere } = ready;
  const { withheld_variables: variables, prompt_problems: problems } = ready;
  await sayWithheld(terminal, withheld, flags);
  if (errors !== undefined) await sayProjectErrors(terminal, errors, flags);
  if (wrongRules !== undefined) await sayPermissionErrors(terminal, wrongRules, flags);
  await sayElsewhere(terminal, elsewhere, flags);
  await sayVariables(terminal, variables, flags);
  await sayPromptProblems(terminal, problems);
}
