/** Asks for the choices that the options leave open: layer, provider, address, key variable and model. */

import {
  A_VARIABLE,
  globalOptions,
  type InitFlags,
  isText,
  isVariable,
  type StarterOptions,
  scopeIn,
  YOUR_MODEL,
} from "../../service/starter/options.js";
import {
  KIND_BY_MANUAL,
  KIND_NAMES,
  PROVIDER_NAMES,
  type ProviderName,
  providerNamed,
  VENDOR_NAMES,
} from "../../service/starter/providers.js";
import type { Terminal } from "../../terminal/terminal.js";
import { enumerate } from "../../text/quote.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Questions, questionsAt } from "./questions.js";

/** The layers without a configuration. */
interface Layers {
  readonly byDefault: Scope;
  readonly whyNot: (scope: Scope) => string | undefined;
}

/** Undefined if the input ended before the last answer. */
export async function askFor(
  terminal: Terminal,
  flags: InitFlags,
  layers: Layers,
): Promise<StarterOptions | undefined> {
  const questions = questionsAt(terminal);
  try {
    return await optionsFrom(questions, flags, layers);
  } finally {
    await questions.done();
  }
}

async function optionsFrom(
  questions: Questions,
  flags: InitFlags,
  { byDefault, whyNot }: Layers,
): Promise<StarterOptions | undefined> {
  const aLayer = (answer: string): string | undefined =>
    isScope(answer) ? whyNot(answer) : `write ${enumerate(SCOPES)}`;
  const scope =
    scopeIn(flags) ??
    (await questions.ask("For you in all projects (global), or for this project (project)?", byDefault, aLayer));
  if (!isScope(scope)) return undefined;
  if (scope === "project") return { scope };
  const provider = flags.provider ?? (await questions.ask(KIND, "beta", aProvider));
  if (!isProvider(provider)) return undefined;
  const { address, keyVariable: usual, url: usualUrl } = providerNamed(provider);
  if (address === "none") return globalOptions(flags, provider);
  const url =
    flags.url ??
    (await questions.ask(ADDRESS[address], usualUrl ?? (address === "user" ? undefined : ""), ADDRESSES[address]));
  if (url === undefined) return undefined;
  // A server on this machine has no key.
  const isKeyless = usual === undefined && flags.keyVariable === undefined;
  const keyVariable = isKeyless
    ? undefined
    : (flags.keyVariable ?? (await questions.ask("Which environment variable holds its key?", usual, aVariable)));
  if (keyVariable === undefined && !isKeyless) return undefined;
  const model = flags.model ?? (await questions.ask("Which model, as the provider calls it?", YOUR_MODEL, aModel));
  if (model === undefined) return undefined;
  return globalOptions(
    { ...flags, ...(keyVariable && { keyVariable }), model, ...(url === "" ? {} : { url }) },
    provider,
  );
}

const WIDEST = Math.max(...KIND_BY_MANUAL.map(([shown]) => shown.length));
const KIND = `A vendor: ${VENDOR_NAMES.join(", ")}.
or a kind, by what the vendor's manual shows:
${KIND_BY_MANUAL.map(([shown, kind]) => `  ${shown.padEnd(WIDEST)}  ${kind}`).join("\n")}
Kinds: ${KIND_NAMES.join(", ")}
Which provider?`;

const ADDRESS = {
  user: "Its address, such as https://api.example.com/v1?",
  catalog: "Its address, such as https://api.example.com/v1 (nothing, if a catalog of yours has it)?",
} as const;

const ADDRESSES = {
  user: anAddress,
  catalog: (answer: string): string | undefined => (answer === "" ? undefined : anAddress(answer)),
} as const;

const SCOPES: readonly Scope[] = ["global", "project"];

function isScope(answer: string | undefined): answer is Scope {
  return SCOPES.some((one) => one === answer);
}

function isProvider(answer: string | undefined): answer is ProviderName {
  return PROVIDER_NAMES.some((one) => one === answer);
}

function aProvider(answer: string): string | undefined {
  return isProvider(answer) ? undefined : `write the name of a vendor or a kind: ${enumerate(PROVIDER_NAMES)}`;
}

function anAddress(answer: string): string | undefined {
  return isText(answer) && URL.canParse(answer) ? undefined : "write a URL";
}

function aModel(answer: string): string | undefined {
  return isText(answer) ? undefined : "write the model's name";
}

function aVariable(answer: string): string | undefined {
  return isVariable(answer) ? undefined : `write ${A_VARIABLE}`;
}
