/** The input of a first configuration: options and answers. */
import { OPENER } from "../../text/scan.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import { type ProviderName, providerNamed } from "./providers.js";

export interface InitFlags {
  readonly global?: boolean;
  readonly project?: boolean;
  readonly format: Format;
  readonly provider?: ProviderName;
  readonly url?: string;
  readonly keyVariable?: string;
  readonly model?: string;
  readonly yes?: boolean;
  readonly schema: boolean;
}

/** The choices that a starter depends on, besides its format. */
export type StarterOptions = { readonly scope: "project" } | ({ readonly scope: "global" } & ProviderOptions);

export interface ProviderOptions {
  readonly provider: ProviderName;
  readonly url?: string | undefined;
  /** Undefined for a provider without a key. */
  readonly keyVariable: string | undefined;
  readonly model: string;
}

/** The placeholder for a model's name. */
export const YOUR_MODEL = "your-model";

/** The first option that contradicts another one or fits no configuration. A value that may be a secret is not repeated. */
export function misuseOf(flags: InitFlags): string | undefined {
  const { global, project, provider, url, keyVariable, model } = flags;
  if (global && project) return "`--global` and `--project` are two files: choose one of them";
  const ofGlobal = Object.entries({ provider, url, "key-variable": keyVariable, model });
  const [named] = ofGlobal.find(([, value]) => value !== undefined) ?? [];
  if (project && named !== undefined) return `\`--${named}\` belongs in a global configuration`;
  if (keyVariable !== undefined && !isVariable(keyVariable)) return `\`--key-variable\` takes ${A_VARIABLE}`;
  if (model !== undefined && !isText(model)) return `\`--model\` takes ${A_TEXT}`;
  if (url !== undefined && !isText(url)) return `\`--url\` takes ${A_TEXT}`;
  return provider !== undefined && providerNamed(provider).address === "none" ? unneededIn(flags, provider) : undefined;
}

function unneededIn({ url, keyVariable, model }: InitFlags, provider: ProviderName): string | undefined {
  const [unneeded] = Object.entries({ url, "key-variable": keyVariable, model }).find(([, value]) => value) ?? [];
  return unneeded === undefined ? undefined : `\`--provider ${provider}\` needs no \`--${unneeded}\``;
}

/** The layer that the options choose, or the only one that they fit. */
export function scopeIn({ global, project, provider, url, keyVariable, model }: InitFlags): Scope | undefined {
  if (project) return "project";
  const isGlobal = global || [provider, url, keyVariable, model].some((value) => value !== undefined);
  return isGlobal ? "global" : undefined;
}

export const A_VARIABLE = "the name of an environment variable, never a key itself";
const A_TEXT = "a text that stands for itself: not empty, and without `$(` or `${`";

export function isVariable(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** Whether a text is not empty and contains no substitution, which loading would replace. */
export function isText(text: string): boolean {
  return text.trim() !== "" && !OPENER.test(text);
}

/** The options of a global starter, with defaults for the missing ones. */
export function globalOptions({ url, keyVariable, model }: InitFlags, provider: ProviderName): StarterOptions {
  const kind = providerNamed(provider);
  return {
    ...{ scope: "global", provider, url: url ?? kind.url },
    keyVariable: keyVariable ?? kind.keyVariable,
    model: model ?? kind.model ?? YOUR_MODEL,
  };
}
