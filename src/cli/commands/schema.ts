/** `agentcfg schema`: the JSON Schema of the configuration, for editors and other tools. */
import { EDITOR_NAMES, type EditorName } from "../../service/associate/editors.js";
import { command, EXIT } from "../../terminal/command.js";
import { PERMISSIONS_SCHEMA_FILE, POLICY_SCHEMA_FILE, packageFile, SCHEMA_FILE } from "../../terminal/package-file.js";
import { complain, print } from "../../terminal/terminal.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { toDraft07 } from "../../toolkit/read/schema/draft07.js";
import { type Draft, editorSchema } from "../../toolkit/read/schema/editor/schema.js";
import { associate } from "../associate.js";

interface SchemaFlags {
  readonly policy?: true;
  readonly permissions?: true;
  readonly draft?: Draft;
  readonly editor?: Scope;
  readonly associate?: EditorName;
}

export const schema = command<SchemaFlags>({
  examples: [
    { line: "agentcfg schema --associate vscode", describe: "for an editor, and set it up" },
    { line: "agentcfg schema --editor project", describe: "for an editor that you set up" },
    { line: "agentcfg schema > config.schema.json", describe: "for a validator" },
    { line: "agentcfg schema --policy", describe: "for the policy of an organisation" },
    { line: "agentcfg schema --permissions", describe: "for the rules that allow, ask and deny" },
  ],
  options: [
    { flags: "--policy", describe: "the schema of policies, not of configurations" },
    { flags: "--permissions", describe: "the schema of permissions.yaml, not of configurations" },
    {
      flags: "--draft <draft>",
      describe: "dialect of JSON Schema (default: 2020-12, and 07 for editors)",
      choices: ["2020-12", "07"],
    },
    {
      flags: "--editor <layer>",
      describe: "for editors, and the files of this layer",
      choices: ["global", "project"],
    },
    {
      flags: "--associate <editor>",
      describe: "write it beside the configuration, the project's unless `--editor global`, and configure this editor",
      choices: EDITOR_NAMES,
    },
  ],
  more: `
The schema describes a whole configuration, with \`required\`. The schema for editors accepts one layer alone, and describes each key in more
detail. \`--associate\` writes it to config.schema.json beside the configuration, and configures VS Code or Zed; for other editors it prints the
setting. It names the schema in the first line of a YAML configuration, and in a JSON one for editors that take no setting for it.

  agentcfg schema --associate vscode
  agentcfg schema --editor global --draft 07 > ~/.config/agent/config.schema.json`,
  run: async (terminal, _, { draft, editor, associate: editorName, policy, permissions }) => {
    const [flag, file] = policy ? ["`--policy`", "policy"] : ["`--permissions`", "file"];
    if (policy && permissions) {
      await complain(terminal, "`--policy` and `--permissions` are two schemas: print one of them");
      return EXIT.usage;
    }
    if ((policy ?? permissions) && (editor ?? editorName) !== undefined) {
      await complain(
        terminal,
        `${flag} prints the schema: name it in the first line of the ${file}, or in your editor`,
      );
      return EXIT.usage;
    }
    const name = policy ? POLICY_SCHEMA_FILE : permissions ? PERMISSIONS_SCHEMA_FILE : SCHEMA_FILE;
    const text = packageFile(terminal, name);
    if (text === undefined) {
      await complain(terminal, `\`${name}\` is missing from this installation`);
      return EXIT.usage;
    }
    if (editorName !== undefined) {
      const scope = editor ?? "project";
      return associate(terminal, editorName, scope, editorSchema(text, scope, draft ?? "07"));
    }
    const whole = draft === "07" ? toDraft07(text) : text;
    await print(terminal.stdout, editor === undefined ? whole : editorSchema(text, editor, draft ?? "07"));
    return EXIT.ok;
  },
});
