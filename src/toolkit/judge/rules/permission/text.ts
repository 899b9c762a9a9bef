/** P-S108: a rule is a mapping of fields, where other tools have texts. */
import type { Rule as ToolRule } from "../../../../permissions/rule.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import type { Change } from "../../../read/edit/change.js";
import { name, writing } from "../phrases.js";
import type { Rule } from "../rule.js";
import { sketchOf } from "./sketch.js";

export const rule: Rule<"permission-text" | "tool-as-key"> = {
  id: "permission/text",
  severity: "error",
  words: {
    "permission-text": ({ at: { path }, meant }) => {
      const message = `${name(...path)} must be a mapping, not a string`;
      if (meant === undefined)
        return { message, help: `write ${quote('{ tool: shell, command: "…" }')} for a command` };
      const shown = sketchOf(meant);
      return {
        message,
        help: `write ${quote(shown)}`,
        fixes: [writing(shown, { safe: false, changes: [{ kind: "put", path, value: { ...meant } }] })],
      };
    },
    "tool-as-key": ({ at: { path }, meant }) => {
      const shown = sketchOf(meant);
      return {
        message: `${name(...path.slice(0, -1))} has a tool as its key, not a field of a rule`,
        help: `write ${quote(shown)}`,
        fixes: [writing(shown, { safe: false, changes: fieldsInstead(path, meant) })],
      };
    },
  },
};

/** Changes of the entry with a tool as its key; a comment behind it stays. */
function fieldsInstead(path: Path, { tool = "", command, path: files }: ToolRule): readonly Change[] {
  const value = command ?? files;
  const tools: Path = [...path.slice(0, -1), "tool"];
  if (value === undefined)
    return [
      { kind: "replace", path, value: tool },
      { kind: "rename", path, to: "tool" },
    ];
  return [
    { kind: "replace", path, value },
    { kind: "rename", path, to: command === undefined ? "path" : "command" },
    { kind: "put", path: tools, value: tool },
  ];
}
