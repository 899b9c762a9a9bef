/** The body of a request of `alpha_messages`, as the strictest provider judges it. */
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly cache_control?: unknown;
  readonly thinking?: string;
  readonly signature?: string;
}

interface Body {
  readonly max_tokens?: number;
  readonly system?: readonly Block[];
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
  readonly tools?: readonly { readonly name: string; readonly cache_control?: unknown }[];
  readonly tool_choice?: { readonly type: string };
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number };
}

/**
 * What such a provider refuses: no limit; roles that do not take turns, or begin with an answer; empty messages and texts; white space at the end of a
 * last answer; ids and names of other forms; calls without exactly one result at the beginning of the next message; inputs that are no object; a budget
 * of thought that leaves no answer, and a tool that is forced beside it; more than four marks, and a mark on a thought.
 */
export function alphaRefusals(json: string): readonly string[] {
  const body = JSON.parse(json) as Body;
  const { max_tokens: limit = 0, messages, system = [], tools = [], thinking } = body;
  const wrong: string[] = [];
  if (!Number.isInteger(limit) || limit < 1) wrong.push("no max_tokens");
  if (thinking?.type === "enabled") {
    const { budget_tokens: budget = 0 } = thinking;
    if (budget < 1024 || budget >= limit) wrong.push(`a budget of ${budget}`);
  }
  if (thinking !== undefined && thinking.type !== "disabled" && ["any", "tool"].includes(body.tool_choice?.type ?? ""))
    wrong.push("a tool is forced beside thinking");
  for (const { name } of tools) if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) wrong.push(`no tool has the name ${name}`);
  let waiting: readonly string[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    const say = (what: string): void => void wrong.push(`message ${at} (${role}): ${what}`);
    if (role !== (at % 2 === 0 ? "user" : "assistant")) say("out of turn");
    if (content.length === 0) say("it is empty");
    const results = content.filter(({ type }) => type === "tool_result");
    if (content.slice(0, results.length).some(({ type }) => type !== "tool_result")) say("results come first");
    const answered = results.map(({ tool_use_id = "" }) => tool_use_id);
    if (answered.toSorted().join() !== [...waiting].toSorted().join()) say("results and calls differ");
    waiting = content.flatMap(({ type, id = "" }) => (type === "tool_use" ? [id] : []));
    if (new Set(waiting).size < waiting.length) say("calls share an id");
    for (const block of content) wrong.push(...inBlock(block).map((what) => `message ${at}: ${what}`));
  }
  if (waiting.length > 0) wrong.push("calls without results at the end");
  const last = messages.at(-1);
  if (last?.role === "assistant" && /\s$/.test(last.content.at(-1)?.text ?? "")) wrong.push("white space at the end");
  const marked = [...system, ...tools, ...messages.flatMap(({ content }) => content)].filter(
    (one) => one.cache_control,
  );
  if (marked.length > 4) wrong.push(`${marked.length} marks`);
  return wrong;
}

function inBlock({ type, text = "", id = "", input, content = [], cache_control, thinking, signature }: Block) {
  switch (type) {
    case "text":
      return text.trim() === "" ? ["an empty text"] : [];
    case "tool_use":
      return [
        ...(/^[A-Za-z0-9_-]+$/.test(id) ? [] : [`the id ${id}`]),
        ...(typeof input === "object" && input !== null && !Array.isArray(input) ? [] : ["an input that is no object"]),
      ];
    case "tool_result":
      return typeof content !== "string" && content.some((one) => one.type === "text" && one.text?.trim() === "")
        ? ["an empty text in a result"]
        : [];
    case "thinking":
      return [
        ...(typeof thinking === "string" && signature !== undefined ? [] : ["a thought without its signature"]),
        ...(cache_control === undefined ? [] : ["a mark on a thought"]),
      ];
    default:
      return [];
  }
}
