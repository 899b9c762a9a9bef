/** The message about a project that its user has not vouched for (S46): the values that do not count, and the next step. */
import type { WithheldValue } from "../../index.js";
import type { Terminal } from "../../terminal/terminal.js";
import { formatPath, parsePath } from "../../text/path.js";
import { quoteList } from "../../text/quote.js";
import { shellWord } from "../../text/shell.js";
import { complain } from "../program/complain.js";
import type { ConfigurationFlags } from "../program/options.js";

/** More paths than these are counted. */
const MOST = 5;

export async function sayWithheld(
  terminal: Terminal,
  withheld: readonly Pick<WithheldValue, "path">[],
  { projectTrust, project, workingDir }: Pick<ConfigurationFlags, "projectTrust" | "project" | "workingDir">,
): Promise<void> {
  if (withheld.length === 0) return;
  const paths = withheld.map(({ path }) => formatPath(parsePath(path) ?? [path]));
  const shown = quoteList(paths, "and", MOST);
  if (projectTrust === "untrusted")
    return complain(terminal, `without what only a trusted project may set: ${shown} (\`--project-trust untrusted\`)`);
  const given = project || workingDir;
  const where = given ? ` ${shellWord(terminal.host.resolve(given))}` : "";
  const ways = `\`agentcfg trust${where}\` shows what it does, and vouches for it`;
  return complain(terminal, `this project is not trusted, so these values of it do not count: ${shown}; ${ways}`);
}
