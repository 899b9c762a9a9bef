/** What is not said by options is asked for: three questions, and one for an address that nobody else knows. */
import type { Scope } from "../../diagnostic/diagnostic.js";
import { enumerate } from "../../text/quote.js";
import type { Terminal } from "../terminal.js";
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from "./providers.js";
import { type Questions, questionsAt } from "./questions.js";
import { A_VARIABLE, globalWishes, type InitFlags, isText, isVariable, scopeIn, type Wishes } from "./wishes.js";

/** Undefined when the input ended before everything was answered. `standing`: the layer for those who only press Enter. */
export async function askFor(terminal: Terminal, flags: InitFlags, standing: Scope): Promise<Wishes | undefined> {
  const questions = questionsAt(terminal);
  try {
    return await wishesFrom(questions, flags, standing);
  } finally {
    await questions.done();
  }
}

async function wishesFrom(questions: Questions, flags: InitFlags, standing: Scope): Promise<Wishes | undefined> {
  const scope =
    scopeIn(flags) ??
    (await questions.ask("For you in all projects (global), or for this project (project)?", standing, oneOf(SCOPES)));
  if (scope === undefined) return undefined;
  if (scope === "project") return { scope };
  const provider =
    flags.provider ??
    (await questions.ask(`Which kind of provider (${PROVIDER_NAMES.join(", ")})?`, "beta", oneOf(PROVIDER_NAMES)));
  if (!isProvider(provider)) return undefined;
  const { needsUrl, keyVariable: usual } = PROVIDERS[provider];
  const url =
    flags.url ??
    (needsUrl ? await questions.ask("Its address, such as https://api.example.com/v1?", undefined, anAddress) : "");
  if (url === undefined) return undefined;
  const keyVariable =
    flags.keyVariable ?? (await questions.ask("Which environment variable holds its key?", usual, aVariable));
  if (keyVariable === undefined) return undefined;
  return globalWishes({ ...flags, keyVariable, ...(url === "" ? {} : { url }) }, provider);
}

const SCOPES: readonly Scope[] = ["global", "project"];

function isProvider(name: string | undefined): name is ProviderName {
  return PROVIDER_NAMES.some((one) => one === name);
}

function oneOf(names: readonly string[]): (answer: string) => string | undefined {
  return (answer) => (names.includes(answer) ? undefined : `write ${enumerate(names)}`);
}

function anAddress(answer: string): string | undefined {
  return isText(answer) && URL.canParse(answer) ? undefined : "write a URL";
}

function aVariable(answer: string): string | undefined {
  return isVariable(answer) ? undefined : `write ${A_VARIABLE}`;
}
