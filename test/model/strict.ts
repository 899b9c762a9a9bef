/** The messages of a request to chat completions, as the strictest provider judges them. */
import { answerOf, type Script } from "./server.js";

interface Sent {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/**
 * What such a provider refuses: the first message is the user's; user and assistant take turns, where results belong to the turn of the user;
 * each call has exactly one result, right after its answer, and no result is without its call; the arguments of a call are a JSON object; no message
 * is empty, and the last one is no answer.
 */
export function refusals(body: string): readonly string[] {
  const { messages } = JSON.parse(body) as { readonly messages: readonly Sent[] };
  const [first] = messages;
  const talk = first?.role === "system" ? messages.slice(1) : messages;
  const wrong: string[] = [];
  const waiting = new Set<string>();
  let before = "assistant";
  for (const [at, { role, content, tool_calls = [], tool_call_id = "" }] of talk.entries()) {
    const say = (what: string): void => void wrong.push(`message ${at} (${role}): ${what}`);
    if (isEmpty(content) && tool_calls.length === 0) say("it is empty");
    if (role === "tool") {
      if (!waiting.delete(tool_call_id)) say(`no call waits for the result ${tool_call_id}`);
    } else {
      for (const id of waiting.keys()) say(`the call ${id} has no result`);
      waiting.clear();
      if (role === before) say("two in a row");
      if (role !== "user" && role !== "assistant") say("an unknown role");
    }
    for (const { id, function: called } of tool_calls) {
      if (waiting.has(id)) say(`two calls are ${id}`);
      waiting.add(id);
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(called.name)) say(`no tool has the name ${called.name}`);
      if (!isObject(called.arguments)) say("the arguments of a call are no object");
    }
    before = role;
  }
  for (const id of waiting) wrong.push(`the call ${id} has no result at the end`);
  if (before === "assistant") wrong.push("nothing is asked");
  return wrong;
}

function isObject(json: string): boolean {
  try {
    return /^\s*\{/.test(json) && JSON.parse(json) !== null;
  } catch {
    return false;
  }
}

function isEmpty(content: unknown): boolean {
  if (typeof content === "string") return content.trim() === "";
  return !Array.isArray(content) || content.length === 0 || content.some(({ text }) => text?.trim() === "");
}

/** Answers as the script does what such a provider takes, and all else with 400. */
export function strictly(script: Script): Script {
  return (one) => {
    const wrong = refusals(one.asked.body);
    return (wrong.length === 0 ? script : answerOf(400, JSON.stringify({ error: { message: wrong.join("; ") } })))(one);
  };
}
