/** The options that an editor passes on from its user. They never come from the files of a project. */

/** The findings to show: all; only those that the schema cannot give, for users of a schema server; or none. */
const SHOWN = ["all", "beyond-schema", "off"] as const;

export interface Options {
  /** The global file; `false` for none; undefined to search for it. */
  readonly global: string | false | undefined;
  /** The file with the models and providers that the agent itself knows. */
  readonly catalog: string | undefined;
  readonly inlayHints: boolean;
  readonly diagnostics: (typeof SHOWN)[number];
}

/** Reads options of any form: absent, null and wrongly typed ones get their defaults. */
export function optionsOf(given: unknown): Options {
  const options = isObject(given) ? given : {};
  const { global, catalog, inlayHints, diagnostics } = options;
  return {
    global: global === false || isText(global) ? global : undefined,
    catalog: isText(catalog) ? catalog : undefined,
    inlayHints: inlayHints !== false,
    diagnostics: SHOWN.find((one) => one === diagnostics) ?? "all",
  };
}

const NAMES = ["global", "catalog", "inlayHints", "diagnostics"] as const;

/** The options in the settings of an editor, which may be those of all servers; undefined without an entry for this one. */
export function optionsIn(settings: unknown): Options | undefined {
  if (!isObject(settings)) return undefined;
  if (isObject(settings["agentcfg"])) return optionsOf(settings["agentcfg"]);
  return NAMES.some((name) => name in settings) ? optionsOf(settings) : undefined;
}

interface Given {
  readonly [name: string]: unknown;
  readonly global?: unknown;
  readonly catalog?: unknown;
  readonly inlayHints?: unknown;
  readonly diagnostics?: unknown;
}

function isObject(value: unknown): value is Given {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
