/** How to tell each editor the schema of a file. `**` matches no directory that begins with a dot, so `.agent` is spelt out. */
import type { Json } from "../../toolkit/read/document/data.js";
import { FORMATS, type Format } from "../../toolkit/read/document/formats.js";
import type { Setting } from "./settings.js";

/** The setup of an editor. `schema`: the path of the schema from the directory that the editor opens, as `./…`. */
interface Editor {
  /** A settings file in that directory, and its new settings. */
  readonly settings?: { readonly file: string; readonly of: (schema: string) => readonly Setting[] };
  /** Formats whose files need not name their schema, because the settings do. */
  readonly knows: readonly Format[];
  /** Text for a file that this program does not edit, and the name of that file. */
  readonly text?: { readonly file: string; readonly of: (schema: string) => string };
}

/** The files of a schema: only those of its own project, because another project may use another version. */
const globs = (schema: string, ...formats: readonly Format[]): readonly string[] => {
  const directory = schema.slice(2, schema.lastIndexOf(".agent/"));
  const literally = directory.replace(/[*?[\]{}!]/g, "?");
  return formats.flatMap((format) => FORMATS[format].endings.map((ending) => `**/${literally}.agent/config${ending}`));
};

const quoted = (texts: readonly string[], between: string): string =>
  texts.map((text) => JSON.stringify(text)).join(between);

export const EDITORS = {
  vscode: {
    settings: {
      file: ".vscode/settings.json",
      of: (schema) => [
        { path: ["yaml.schemas", schema], value: globs(schema, "yaml") },
        { path: ["json.schemas"], value: { fileMatch: globs(schema, "json", "jsonc"), url: schema }, itemKey: "url" },
      ],
    },
    knows: ["json", "jsonc"],
  },
  zed: {
    settings: {
      file: ".zed/settings.json",
      of: (schema) => [
        {
          path: ["lsp", "yaml-language-server", "settings", "yaml", "schemas", schema],
          value: globs(schema, "yaml") as Json,
        },
      ],
    },
    knows: [],
  },
  helix: {
    knows: [],
    text: {
      file: ".helix/languages.toml",
      of: (schema) =>
        `[language-server.yaml-language-server.config.yaml.schemas]\n${JSON.stringify(schema)} = [${quoted(globs(schema, "yaml"), ", ")}]\n`,
    },
  },
  neovim: {
    knows: [],
    text: {
      file: "init.lua",
      of: (schema) =>
        `-- For Neovim 0.11 or newer.
vim.lsp.config("yamlls", {
  settings = { yaml = { schemas = { [${JSON.stringify(schema)}] = { ${quoted(globs(schema, "yaml"), ", ")} } } } },
})
vim.lsp.enable({ "yamlls", "jsonls" })\n`,
    },
  },
  emacs: {
    knows: [],
    text: {
      file: ".dir-locals.el",
      of: (schema) =>
        `((nil . ((eglot-workspace-configuration\n          . (:yaml (:schemas (:${symbol(schema)} [${quoted(globs(schema, "yaml"), " ")}])))))))\n`,
    },
  },
  jetbrains: {
    knows: [],
    text: {
      file: "Settings | Languages & Frameworks | Schemas and DTDs | JSON Schema Mappings",
      of: (schema) =>
        `Schema file or URL: ${schema.slice(2)}\nSchema version:     JSON Schema version 7\n${globs(
          schema,
          "yaml",
          "json",
          "jsonc",
        )
          .map((glob) => `File path pattern:  ${glob}\n`)
          .join("")}`,
    },
  },
} as const satisfies Readonly<Record<string, Editor>>;

export type EditorName = keyof typeof EDITORS;

export const EDITOR_NAMES = Object.keys(EDITORS) as readonly EditorName[];

/** A name as Lisp reads a symbol. */
function symbol(name: string): string {
  return name.replace(/[^\w./-]/g, "\\$&");
}
