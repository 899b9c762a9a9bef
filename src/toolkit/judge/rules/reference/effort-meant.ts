/** Recognises a configured model and an effort in a form that reads as another model's name (S49). */
import { entryOf, type RuleContext } from "../rule.js";

const BRACKETED = /^(.+?) ?[[({<]([\w-]*)[\])}>]?$/s;
const MARKED = /^(.+)[@:]([a-z]+)$/s;

/** Efforts that models usually have. The text after a `:` may be part of a name. */
const EFFORTS: ReadonlySet<string> = new Set(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

/** The intended form of a configured model and an effort in other brackets, in unclosed ones, or after a mark. */
export function effortMeant(text: string, context: RuleContext): string | undefined {
  const [, model = "", effort = ""] = BRACKETED.exec(text) ?? MARKED.exec(text) ?? [];
  const { reasoning } = entryOf(context.config.models, model) ?? {};
  if (!context.names("models").has(model)) return undefined;
  const levels = reasoning?.type === "effort" ? (reasoning.levels ?? []) : [];
  if (!BRACKETED.test(text) && !EFFORTS.has(effort) && !levels.includes(effort)) return undefined;
  return effort === "" ? model : `${model}(${effort})`;
}
