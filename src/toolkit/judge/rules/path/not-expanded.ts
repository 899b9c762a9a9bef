/** S17: only `${NAME}` is substituted; programs are started and files opened without a shell, which would expand more. */
import { NONE } from "../../../../text/none.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { spelledHead, spelledVariable } from "../../../../text/variable.js";
import { name, writing } from "../phrases.js";
import { entriesOf, type Report, type Rule, type RuleContext } from "../rule.js";
import { projectPathProblem, projectPaths } from "./project-path.js";
import { unexpandedIn } from "./relative.js";

export const rule: Rule = {
  id: "path/not-expanded",
  severity: "warning",
  *check(context) {
    for (const { path, text } of projectPaths(context)) {
      // A path that leads out of the project, or is no project path, has been reported already.
      if (projectPathProblem(text) !== undefined) continue;
      const example = path.at(-1) === "source" ? ".agent/facets/plan.md" : "scripts/agent-env.sh";
      yield* reportsOf(path, text, { help: `write a path from the project's root, such as ${quote(example)}` });
    }
    for (const path of absolutePaths(context)) {
      const text = context.spelling(path);
      const head = text === undefined ? undefined : unexpandedIn(text);
      if (text === undefined || head === undefined) continue;
      const written = variableFor(head);
      if (written === undefined) yield* reportsOf(path, text, { help: "write the whole path" });
      else
        yield* reportsOf(path, text, {
          help: `write ${quote(written)}, which is substituted`,
          fixes: [
            writing(written, {
              safe: true,
              changes: [{ kind: "replace", path, value: written + listed(text.slice(head.length)) }],
            }),
          ],
        });
    }
  },
};

/** The first characters of every text that another tool would expand. */
const MAY_EXPAND = /^[~$%{]/;

/** The places whose paths may lead anywhere. */
function absolutePaths({ config }: RuleContext): readonly Path[] {
  const ofServers = entriesOf(config.mcp_servers).flatMap(([server, entry]): readonly Path[] => {
    const at: Path = ["mcp_servers", server];
    if (entry.transport !== "stdio") return [[...at, "command"]];
    const { args = NONE, env } = entry;
    const inArgs = args.flatMap((text, index): readonly Path[] =>
      isPath(text) && !isCode(args[index - 1]) ? [[...at, "args", index]] : NONE,
    );
    const inEnv = entriesOf(env).flatMap(([variable, text]): readonly Path[] =>
      isPath(text) && ENV_PATH.test(text) ? [[...at, "env", variable]] : NONE,
    );
    return [[...at, "command"], ...inArgs, ...inEnv];
  });
  return [...ofServers, ["daemon", "tls", "trust_store"]];
}

/** Whether the text is a path. A lone variable is for `substitution/not-substituted`. */
function isPath(text: string): boolean {
  return MAY_EXPAND.test(text) && spelledVariable(text) === undefined;
}

/** Stricter for `env` values: a password may begin with `$`, and a lone `~` may be a mark. */
const ENV_PATH = /^(?:~[\\/]|\$[A-Z_][A-Z0-9_]*[\\/:]|\$env:|[%{])/;

/** Whether an argument makes the next one a command, which a shell expands. */
function isCode(before: string | undefined): boolean {
  return before !== undefined && /^(?:-\w*c|\/[ck]|-command)$/i.test(before);
}

/** The rest of a list of paths, such as `$HOME/bin:$PATH`. */
function listed(rest: string): string {
  return rest.replace(/([:;])([~$%][^:;\\/]*)/g, (all, mark: string, head: string) => {
    const written = unexpandedIn(head) === head ? variableFor(head) : undefined;
    return written === undefined ? all : mark + written;
  });
}

function* reportsOf(path: Path, text: string, report: Pick<Report, "help" | "fixes">): Iterable<Report> {
  const head = unexpandedIn(text);
  if (head === undefined) return;
  yield {
    ...report,
    at: { path, part: "value", within: { start: 0, end: head.length } },
    message: `${quote(head)} is not expanded in ${name(...path)}`,
    label: "stays as it is written",
  };
}

/** The substitution with the same meaning; undefined for the home of another user. */
function variableFor(head: string): string | undefined {
  const variable = head === "~" ? "HOME" : (spelledHead(head)?.name ?? "");
  return /^[A-Za-z_]\w*$/.test(variable) ? `\${${variable}}` : undefined;
}
