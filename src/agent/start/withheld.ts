/** What of a project does not count: values that its user has not vouched for (S46), and errors (S5). Each message names the next step. */
import type { ProjectErrors } from "../../generated/protocol/types.js";
import type { WithheldValue } from "../../index.js";
import type { Terminal } from "../../terminal/terminal.js";
import { formatPath, parsePath } from "../../text/path.js";
import { quoteList } from "../../text/quote.js";
import { shellWord } from "../../text/shell.js";
import { projectErrorsMessage } from "../daemon/project-errors.js";
import { complain } from "../program/complain.js";
import type { ConfigurationFlags } from "../program/options.js";

/** More paths than these are counted. */
const MOST = 5;

export async function sayWithheld(
  terminal: Terminal,
  withheld: readonly Pick<WithheldValue, "path">[],
  flags: ConfigurationFlags,
): Promise<void> {
  if (withheld.length === 0) return;
  const paths = withheld.map(({ path }) => formatPath(parsePath(path) ?? [path]));
  const shown = quoteList(paths, "and", MOST);
  if (flags.projectTrust === "untrusted")
    return complain(terminal, `without what only a trusted project may set: ${shown} (\`--project-trust untrusted\`)`);
  const ways = `\`agentcfg trust${placeOf(terminal, flags)}\` shows what it does, and vouches for it`;
  return complain(terminal, `this project is not trusted, so these values of it do not count: ${shown}; ${ways}`);
}

export function sayProjectErrors(terminal: Terminal, errors: ProjectErrors, flags: ConfigurationFlags): Promise<void> {
  return complain(terminal, projectErrorsMessage(errors, `agentcfg lint${placeOf(terminal, flags)}`));
}

/** The project as the argument of a command; empty for the one of this directory. */
function placeOf({ host }: Terminal, { project, workingDir }: ConfigurationFlags): string {
  const here = host.resolve(".");
  const place = host.resolve(project || workingDir || here);
  return place === here || place === host.realPath(here) ? "" : ` ${shellWord(place)}`;
}
