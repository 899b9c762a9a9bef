/** The body of a request of `beta_responses`, as the strictest provider judges it. */
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly id?: string;
  readonly content?: string | readonly Part[];
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: unknown;
  readonly output?: string | readonly Part[];
  readonly summary?: unknown;
  readonly encrypted_content?: unknown;
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: string;
}

interface Body {
  readonly input: readonly Item[];
  readonly store?: boolean;
  readonly include?: readonly string[];
  readonly max_output_tokens?: number;
  readonly stop?: unknown;
  readonly tools?: readonly { readonly type: string; readonly name: string; readonly strict?: unknown }[];
}

/**
 * What such a provider refuses: an answer that it shall store; a limit below 16; stop sequences; tools that do not say whether they are strict; items with
 * the id of something stored; calls without exactly one result before the next message; reasoning that is not encrypted, or stands before nothing that
 * came of it; empty parts; a last item that asks nothing.
 */
export function responsesRefusals(json: string): readonly string[] {
  const { input, store, max_output_tokens: limit = 16, stop, tools = [] } = JSON.parse(json) as Body;
  const wrong: string[] = [];
  if (store !== false) wrong.push("it stores");
  if (limit < 16) wrong.push(`a limit of ${limit}`);
  if (stop !== undefined) wrong.push("stop sequences");
  for (const { type, name, strict } of tools)
    if (type !== "function" || !/^[A-Za-z0-9_-]{1,64}$/.test(name) || typeof strict !== "boolean")
      wrong.push(`the tool ${name}`);
  const waiting = new Set<string>();
  for (const [at, item] of input.entries()) {
    const say = (what: string): void => void wrong.push(`item ${at} (${item.type ?? item.role}): ${what}`);
    const { id, call_id: call = "", content, output } = item;
    if (id !== undefined) say("it has an id");
    if (isEmpty(content) || (Array.isArray(output) && isEmpty(output))) say("it is empty");
    if (item.role !== undefined && waiting.size > 0) say("calls without results");
    switch (item.type) {
      case "function_call":
        if (call === "" || waiting.has(call)) say("its id");
        if (typeof item.arguments !== "string") say("its arguments");
        waiting.add(call);
        break;
      case "function_call_output":
        if (!waiting.delete(call)) say("no call waits for it");
        break;
      case "reasoning": {
        const next = input.slice(at + 1).find(({ type }) => type !== "reasoning");
        if (next?.type !== "function_call" && next?.role !== "assistant") say("nothing came of it");
        if (typeof item.encrypted_content !== "string" || !Array.isArray(item.summary)) say("not encrypted");
        break;
      }
      default:
        if (item.role !== "user" && item.role !== "assistant") say("an unknown item");
    }
  }
  if (waiting.size > 0) wrong.push("calls without results at the end");
  const last = input.at(-1);
  if (last?.role !== "user" && last?.type !== "function_call_output") wrong.push("nothing is asked");
  return wrong;
}

function isEmpty(content: string | readonly Part[] | undefined): boolean {
  if (content === undefined) return false;
  if (typeof content === "string") return content.trim() === "";
  return content.length === 0 || content.some(({ type, text = "" }) => type === "input_text" && text.trim() === "");
}
