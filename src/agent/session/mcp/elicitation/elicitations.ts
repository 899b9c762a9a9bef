/**
 * The questions of one tool server (P-S100): a form becomes one question a field, an address a question that shows it. A server asks while it works
 * on a call; its questions come one after another, and their number is bounded.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import { beginningOf } from "../../../../text/beginning.js";
import { quote } from "../../../../text/quote.js";
import type { Log } from "../../../machine/interfaces/log.js";
import type { Scrubber } from "../../scrub/scrubber.js";
import type { Clarify } from "../../tools/ask-user.js";
import type { Fields } from "../../tools/tool.js";
import { isFields } from "../listed.js";
import { agreement, type Field, fieldOf } from "./field.js";

export type Elicited =
  | { readonly action: "accept"; readonly content?: Record<string, string | number | boolean | string[]> }
  | { readonly action: "decline" | "cancel" };

export interface Asker {
  /** The name of the server in the configuration. */
  readonly server: string;
  readonly clarify: Clarify;
  readonly scrubber: () => Scrubber;
  readonly log: Log;
}

/** What a server has asked cannot be put to a person; `message` is told to the server. */
export class WrongElicitation extends Error {
  override readonly name = "WrongElicitation";
}

/** Answers to one question that do not fit, at most. */
const ATTEMPTS = 10;

export class Elicitations {
  readonly #around: Asker;
  /** The end of the calls during which the questions are counted. */
  #during: AbortSignal | undefined;
  #asked = 0;
  #isSaid = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(around: Asker) {
    this.#around = around;
  }

  /** Asks a person, after the questions before; the end of the calls ends it, and that of the request. Rejects with a `WrongElicitation`. */
  async ask(params: Fields, calls: AbortSignal, request: AbortSignal): Promise<Elicited> {
    const signal = AbortSignal.any([calls, request]);
    if (signal.aborted) return CANCEL;
    if (this.#during !== calls) [this.#during, this.#asked, this.#isSaid] = [calls, 0, false];
    const questions = params["mode"] === "url" ? [this.#addressIn(params)] : this.#fieldsIn(params);
    this.#asked += Math.max(1, questions.length);
    if (this.#asked > limits.mcpQuestions) {
      const { log, server } = this.#around;
      if (!this.#isSaid) log.say("warn", "a tool server asks too much, and gets no answer", { server });
      this.#isSaid = true;
      return DECLINE;
    }
    const heading = this.#headingOf(params);
    const mine = this.#last.then(() => this.#put(heading, questions, signal));
    this.#last = mine.catch(() => {});
    return await mine;
  }

  /** The words of the server are marked as such: a person must know who asks. */
  #headingOf({ message }: Fields): string {
    const { server, scrubber } = this.#around;
    const words = typeof message === "string" ? message.toWellFormed() : "";
    const shown = words.length > MESSAGE ? `${beginningOf(words, MESSAGE)}…` : words;
    return `The tool server ${quote(beginningOf(server, NAMED))} asks: ${scrubber().scrub(shown)}`;
  }

  async #put(heading: string, questions: readonly Field[], signal: AbortSignal): Promise<Elicited> {
    const content: [string, string | number | boolean | string[]][] = [];
    for (const [at, question] of questions.entries()) {
      const place = questions.length > 1 ? `(${at + 1} of ${questions.length}) ` : "";
      const text = question.text === "" ? heading : `${heading}\n${place}${question.text}`;
      const answer = signal.aborted ? undefined : await this.#answerTo(question, text, signal);
      if (signal.aborted) return CANCEL;
      if (answer === undefined) return DECLINE;
      const { value } = answer;
      if (question.name === undefined) return value === true ? { action: "accept" } : DECLINE;
      if (value !== undefined) content.push([question.name, typeof value === "object" ? [...value] : value]);
    }
    return { action: "accept", content: Object.fromEntries(content) };
  }

  /** Asks again while an answer does not fit; undefined when there is none. */
  async #answerTo({ choices, default: empty, read }: Field, text: string, signal: AbortSignal) {
    let why = "";
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const offered = choices.length === 0 || choices.length > limits.questionChoices ? {} : { choices };
      const asked = { text: `${why}${text}`, ...offered, ...(empty === undefined ? {} : { default: empty }) };
      const answer = await this.#around.clarify(asked, signal);
      if (answer === undefined || signal.aborted) return undefined;
      const reading = read(answer);
      if (!("reason" in reading)) return reading;
      why = `That ${reading.reason}.\n`;
    }
    return undefined;
  }

  /** The fields of a form; a form without any asks whether to go on. */
  #fieldsIn({ requestedSchema: schema }: Fields): readonly Field[] {
    if (!isFields(schema) || !isFields(schema["properties"])) throw new WrongElicitation("the form has no fields");
    const { properties, required } = schema;
    const wanted = new Set(Array.isArray(required) ? required : []);
    const entries = Object.entries(properties);
    if (entries.length === 0) return [agreement("", "yes", "no")];
    if (entries.length > limits.mcpQuestions) throw new WrongElicitation("the form has too many fields");
    const hide = (text: string): string => this.#around.scrubber().scrub(text);
    return entries.map(([name, one]) => {
      const field = fieldOf(name, one, { isRequired: wanted.has(name), hide });
      if (field === undefined) throw new WrongElicitation("a field of the form has a schema that is not spoken here");
      return field;
    });
  }

  #addressIn({ url }: Fields): Field {
    const isText = typeof url === "string" && url.length <= ADDRESS && URL.canParse(url);
    const { href, protocol, username, password } = new URL(isText ? url : "about:blank");
    if (!/^https?:$/.test(protocol)) throw new WrongElicitation("the address is not one of HTTP");
    // What stands before an `@` looks like the host.
    if (username !== "" || password !== "") throw new WrongElicitation("the address names a user");
    // It would be shown with a hole in it.
    if (this.#around.scrubber().scrub(href) !== href)
      throw new WrongElicitation("the address holds what looks like a credential");
    return agreement(`Open this address in a browser, then come back:\n${href}`, "I have opened it", "no");
  }
}

const CANCEL: Elicited = { action: "cancel" };
const DECLINE: Elicited = { action: "decline" };

/** Characters of a server's words, of its name and of an address. */
const MESSAGE = 2000;
const NAMED = 200;
const ADDRESS = 2048;

/** A code of MCP: a person has to open addresses before the call can run. */
const ADDRESSES_REQUIRED = -32_042;

/** What has to be asked before a call that was refused with this error can run. */
export function addressesIn(error: unknown): readonly Fields[] {
  const { code, data } = error as { readonly code?: unknown; readonly data?: unknown };
  if (!(error instanceof Error) || code !== ADDRESSES_REQUIRED || !isFields(data)) return [];
  const { elicitations } = data;
  return Array.isArray(elicitations) ? elicitations.filter(isFields).map((one) => ({ ...one, mode: "url" })) : [];
}
