/** Looks at what the directory says of a name and never through a link: where it leads, the linter does not find out. */
import { quote } from "../../text/printable.js";
import { name, type Report, type Rule, type View, valueAt } from "../rule.js";
import { projectPathProblem, projectPaths } from "./project-path.js";
import { holdsCommand, unexpandedIn } from "./relative.js";

export const rule: Rule = {
  id: "path/not-found",
  severity: "warning",
  summary: "a path in the project that leads to no file",
  why: `Without its file a facet or subagent cannot be used, or falls back to what the agent brings along, and an init script that is
not there leaves later shell calls without what it would have set. Write the path from the project's root, not from
\`.agent/\`, in the spelling of the file: most systems tell upper from lower case.`,
  *check(view) {
    const look = looker(view);
    for (const { path, text } of projectPaths(view)) {
      if (projectPathProblem(text) !== undefined || unexpandedIn(text) !== undefined || holdsCommand(text)) continue;
      const problem = problemOf(text, look);
      if (problem !== undefined) {
        yield { ...problem, at: valueAt(...path), message: `${name(...path)} ${problem.message}` };
      }
    }
  },
  examples: {
    bad: [
      {
        files: {
          "project/.agent/config.yaml": `
            facets:
              plan: { source: .agent/facets/plan.md }
            subagents:
              scout: { source: prompts/scout.md }
          `,
          "project/.agent/facets/Review.md": "Plan first.",
        },
      },
      {
        files: {
          "project/.agent/config.jsonc": `
            {
              // The directory, not the script in it.
              "agent_behavior": { "shell": { "command": "bash", "init_script": "scripts/" } },
            }
          `,
          "project/scripts/env.sh": "export CI=1",
        },
      },
      {
        files: {
          ".config/agent/config.yaml": `
            facets:
              plan: { source: notes.md/plan.md }
          `,
          "project/.agent/config.yaml": "version: 3",
          "project/notes.md": "A file, so nothing is in it.",
        },
      },
    ],
    good: [
      {
        files: {
          "project/.agent/config.yaml": `
            agent_behavior: { shell: { command: bash, init_script: ./scripts/env.sh } }
            facets:
              plan: { source: .agent/facets/plan.md }
              ask: { source: agent://facets/ask.md }
          `,
          "project/.agent/facets/plan.md": "Plan first.",
          "project/scripts/env.sh": "export CI=1",
        },
      },
      // Where a link leads, nobody looks.
      {
        files: {
          "project/.agent/config.yaml": `
            facets:
              plan: { source: shared/plan.md }
              ask: { source: ask.md }
          `,
          "project/shared": "-> ../elsewhere",
          "project/ask.md": "-> nowhere.md",
        },
      },
      // Without a project there is no place to look at.
      `
        facets:
          plan: { source: .agent/facets/plan.md }
      `,
    ],
  },
};

type Look = View["kindOf"];

/** Paths share their directories: each is looked at once. */
function looker(view: View): Look {
  const seen = new Map<string, ReturnType<Look>>();
  return (path) => {
    if (!seen.has(path)) seen.set(path, view.kindOf(path));
    return seen.get(path);
  };
}

/** What is wrong at the end of a path, or on the way; undefined when nothing is, or when nobody can tell. */
function problemOf(text: string, look: Look): Omit<Report, "at"> | undefined {
  const taken: string[] = [];
  for (const step of text.split("/")) {
    if (step === "" || step === ".") continue;
    if (step === "..") taken.pop();
    else taken.push(step);
    const place = taken.join("/");
    const kind = step === ".." ? "directory" : look(place);
    if (kind === "link" || kind === "unknown") return undefined;
    if (kind === undefined) {
      return {
        message: "leads to nothing in this project",
        label: `there is no ${quote(place)}`,
        help: "create the file, or write the path of one from the project's root",
      };
    }
  }
  const kind = look(taken.join("/"));
  if (kind === "file") return undefined;
  return {
    message: kind === "directory" ? "names a directory" : "names something that is no regular file",
    label: "a file belongs here",
    help: "write the path of a file from the project's root",
  };
}
