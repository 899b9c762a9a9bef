/** S17: names that editors replace. In a configuration they are environment variables, and unset. */
import { NONE } from "../../../../text/none.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { OPENER, type Substitution, scan } from "../../../../text/scan.js";
import { name, writing } from "../phrases.js";
import type { KnownText, Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/editor-variable",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, texts } of layers) {
      for (const { path, text, variable } of ofEditors(texts)) {
        const { start, end } = variable;
        const written = variable.name === "userHome" ? "${HOME}" : undefined;
        report({
          at: { path, part: "value", layer: scope, within: { start, end } },
          message: `${quote(text.slice(start, end))} in ${name(...path)} is a variable of editors, and none of the environment`,
          label: "not set by the agent",
          help: written === undefined ? "write the path itself" : `write ${quote(written)}`,
          fixes:
            written === undefined
              ? NONE
              : [
                  writing(written, {
                    safe: true,
                    changes: [{ kind: "replace", path, value: text.slice(0, start) + written + text.slice(end) }],
                  }),
                ],
        });
      }
    }
  },
};

const NAMES: ReadonlySet<string> = new Set(
  "workspaceFolder workspaceFolderBasename workspaceRoot fileWorkspaceFolder fileDirname fileBasename relativeFile userHome pathSeparator".split(
    " ",
  ),
);

interface EditorVariable {
  readonly path: Path;
  readonly text: string;
  readonly variable: Extract<Substitution, { kind: "variable" }>;
}

const ofEditors = oncePer((texts: readonly KnownText[]) =>
  texts.flatMap((known) => (OPENER.test(known.text) ? variablesIn(known) : NONE)),
);

function variablesIn(known: KnownText): readonly EditorVariable[] {
  const { text } = known;
  return scan(text).parts.flatMap((part): readonly EditorVariable[] =>
    part.kind === "variable" && NAMES.has(part.name) ? [{ path: known.path, text, variable: part }] : NONE,
  );
}
