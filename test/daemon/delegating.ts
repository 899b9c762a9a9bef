/** Sessions whose models delegate: a script for the agent and one for each task, and the files of prompts on the disk of a bench. */
import type { HistoryItem, Interrogative, SyncRecordV1, TurnFinished } from "../../src/generated/protocol/types.js";
import { ONCE, single } from "../model/asking.js";
import { answerOf, calling, callOf, type ModelServer, modelServer, type Script } from "../model/server.js";
import { refusals } from "../model/strict.js";
import { type Bench, running, type Wanted } from "./bench.js";
import type { TestExchange } from "./exchange.js";

export interface Sent {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

export const sentIn = ({ body }: { readonly body: string }): Sent => JSON.parse(body) as Sent;

/** The first words of the user in a request: the prompt, or the task of a subagent. */
const taskIn = ({ messages }: Sent): string => messages.find(({ role }) => role === "user")?.content ?? "";

/** The requests about a task. */
export const sentFor = ({ asked }: ModelServer, task: string): readonly Sent[] =>
  asked.map(sentIn).filter((sent) => taskIn(sent) === task);

/** The tools of files, which stand first. */
export const FILE_TOOLS = ["read", "edit", "search", "list"];

export const toolsIn = (sent: Sent | undefined): readonly string[] =>
  (sent?.tools ?? []).map(({ function: { name } }) => name);

/** A call of `delegate` for each task. */
export const delegating = (...tasks: readonly (string | object)[]): Script =>
  calling(
    ...tasks.map((task, index) =>
      callOf("delegate", typeof task === "string" ? { subagent: "general", task } : task, index),
    ),
  );

/** The script of a task answers its subagent, and the other one the agent. */
export const byTask =
  (agent: Script, tasks: Readonly<Record<string, Script>> = {}): Script =>
  (one) =>
    (tasks[taskIn(sentIn(one.asked))] ?? agent)(one);

export interface Delegating {
  readonly bench: Bench;
  readonly server: ModelServer;
  readonly stream: TestExchange;
}

interface Configured {
  /** Fields of the model, of `daemon.retry` and of `daemon`. */
  readonly model?: string;
  readonly retry?: string;
  readonly daemon?: string;
  /** Further lines. */
  readonly more?: string;
  /** Texts by their paths; one that does not begin with a slash is of the project, and one with `~` of the user's own directory. */
  readonly files?: Readonly<Record<string, string>>;
  readonly wanted?: Wanted;
}

const BYPASS = "default_permission_matcher: bypass\n";

/** Its provider is the strictest one. */
export async function started(script: Script, configured: Configured = {}): Promise<Delegating> {
  const { model, retry, daemon, more = BYPASS, files = {}, wanted } = configured;
  const server = await modelServer((one) => {
    const wrong = refusals(one.asked.body);
    return (wrong.length === 0 ? script : answerOf(400, JSON.stringify({ error: { message: wrong.join("; ") } })))(one);
  });
  const config = single(`${server.url}/v1`, "", model, daemon);
  const bench = await running({
    config: `${retry === undefined ? config : config.replace(ONCE, `retry: { ${retry} }`)}${more}`,
    ...wanted,
  });
  await written(bench, files);
  return { server, bench, stream: await bench.follow() };
}

/** By the environment of a bench. */
const USERS = "/dev/null/home/.config/agent";

export async function written(bench: Bench, texts: Readonly<Record<string, string>>): Promise<void> {
  const files = bench.disk.files();
  for (const [name, text] of Object.entries(texts)) {
    const path = name.replace(/^~/, USERS).replace(/^(?=[^/])/, "/work/");
    await files.makeDirectory(files.join(path, ".."));
    const file = await files.open(path, "create");
    await file.append(new TextEncoder().encode(text));
    await file.close();
  }
}

export async function untilRecord<Kind extends SyncRecordV1["kind"]>(
  stream: TestExchange,
  kind: Kind,
  count = 1,
): Promise<Extract<SyncRecordV1, { readonly kind: Kind }>> {
  const found = (): readonly Extract<SyncRecordV1, { readonly kind: Kind }>[] =>
    stream.records.filter((one): one is Extract<SyncRecordV1, { readonly kind: Kind }> => one.kind === kind);
  await stream.until(() => found().length >= count);
  const record = found()[count - 1];
  if (record === undefined) throw new Error(`the stream has ended without ${kind}`);
  return record;
}

export async function asked(stream: TestExchange, count = 1): Promise<Interrogative> {
  return (await untilRecord(stream, "interrogative_opened", count)).interrogative;
}

export const ended = (stream: TestExchange, count = 1): Promise<TurnFinished> =>
  untilRecord(stream, "turn_finished", count);

export const answer = (bench: Bench, { id }: Interrogative, body: object): Promise<TestExchange> =>
  bench.post(`/interrogative/${id}/respond`, body);

/** The results of calls, with a mark for errors. */
export async function results(bench: Bench): Promise<readonly string[]> {
  const items = (await bench.history()).filter(({ kind }) => kind === "tool_result");
  return items.map(({ text, tool }) => `${tool?.is_error === true ? "failed: " : ""}${text}`);
}

/** An item in a line: its kind, and the tool or the text. */
export const told = (items: readonly HistoryItem[]): readonly string[] =>
  items.map(({ kind, text, tool }) => `${kind}: ${tool === undefined ? text : `${tool.name} ${tool.call_id}`}`);
