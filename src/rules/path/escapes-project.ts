/**
 * Spec 2.6, 2.13: a path in the project is relative and stays within it, judged as a text and alike on every system.
 * Symbolic links can lead anywhere, but where to takes following them, which a linter does not do: the loader of the file must.
 */
import { name, type Rule, valueAt } from "../rule.js";
import { projectPathProblem, projectPaths } from "./project-path.js";

export const rule: Rule = {
  id: "path/escapes-project",
  severity: "error",
  summary: "a path that leaves the project, or does so on some system",
  why: `Prompts and the init script are files of the project: what is read or run must be what was reviewed with the project. A
path that leads elsewhere is refused, and one that only Windows reads differently (a drive, a backslash, a device such as
\`CON\`, a name that ends in a dot) is a hole for everybody who works there. Put the file into the project and write its path from
the project's root, with \`/\`.`,
  *check(view) {
    for (const { path, text } of projectPaths(view)) {
      const problem = projectPathProblem(text);
      if (problem === undefined) continue;
      const slashed = text.replaceAll("\\", "/");
      const isEvident = projectPathProblem(slashed) === undefined;
      yield {
        at: valueAt(...path),
        message: `${name(...path)} ${problem.message}`,
        notes: problem.note === undefined ? [] : [problem.note],
        help: path.at(-1) === "source" ? HELP_SOURCE : HELP_SCRIPT,
        proposals: isEvident
          ? [{ title: "write `/`", safe: true, changes: [{ kind: "replace", path, value: slashed }] }]
          : [],
      };
    }
  },
  examples: {
    bad: [
      `
        facets:
          plan: { source: «../shared/plan.md» }
          review: { source: «prompts/../../review.md» }
          ask: { source: «/etc/agent/ask.md» }
        subagents:
          scout: { source: «https://prompts.example.com/scout.md» }
          clerk: { source: «agent://../clerk.md» }
          smith: { source: «""» }
          baker: { source: «prompts/..» }
          miner: { source: «~/../../miner.md» }
      `,
      {
        global: `
          facets:
            plan: { source: prompts/plan.md }
        `,
        project: `
          {
            "facets": { "plan": { "source": «"prompts\\\\plan.md"» } },
            "agent_behavior": { "shell": { "command": "bash", "init_script": «".\\\\scripts\\\\env.sh"» } },
          }
        `,
        fixed: {
          project: `
          {
            "facets": { "plan": { "source": "prompts/plan.md" } },
            "agent_behavior": { "shell": { "command": "bash", "init_script": "./scripts/env.sh" } },
          }
        `,
        },
      },
      {
        global: `
          agent_behavior: { shell: { command: bash, init_script: scripts/env.sh } }
        `,
        project: `
          {
            // As Windows reads them.
            "agent_behavior": { "shell": { "init_script": «"C:env.sh"» } },
            "facets": {
              "plan": { "source": «"..\\\\plan.md"» },
              "ask": { "source": «"prompts/CON.md"» },
              "act": { "source": «"prompts/act.md."» },
            },
            "subagents": {
              "scout": { "source": «"prompts/scout.md:notes"» },
              "clerk": { "source": «"\\\\\\\\server\\\\share\\\\clerk.md"» },
              "smith": { "source": «"prompts/\\u202esmith.md"» },
            },
          }
        `,
      },
    ],
    good: [
      `
        agent_behavior: { shell: { command: bash, init_script: ./scripts//env.sh } }
        facets:
          plan: { source: agent://facets/plan.md }
          ask: { source: .agent/facets/../ask.md }
          act: { source: prompts/...and act.md }
        subagents:
          scout: { source: prompts/console.md }
          clerk: { source: "\${PROMPTS}/clerk.md" }
      `,
      {
        global: `
          facets:
            plan: { source: ../plan.md }
        `,
        project: `
          facets:
            plan: { source: prompts/plan.md }
        `,
      },
    ],
  },
};

const HELP_SCRIPT = "write its path from the project's root, such as `scripts/agent-env.sh`";
const HELP_SOURCE =
  "write its path from the project's root, such as `.agent/facets/plan.md`, or `agent://…` for a shipped one";
