/** P-S55: the strictest provider takes the conversation of any history, however its turns ended and whatever a crash left out. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { cutsOf } from "../../src/agent/session/compaction/cut.js";
import { chatCompletionsBody } from "../../src/agent/session/model/chat-completions/request.js";
import type { Message } from "../../src/agent/session/model/event.js";
import type { NewEntry } from "../../src/agent/session/store/log.js";
import type { SessionStore } from "../../src/agent/session/store/session.js";
import { conversationOf, type Hearing } from "../../src/agent/session/turn/conversation.js";
import type { HistoryItem, TurnOutcome } from "../../src/generated/protocol/types.js";
import { cases } from "../cases.js";
import { configOf, single, targetIn } from "../model/asking.js";
import { refusals } from "../model/strict.js";
import { Disk } from "../ports/disk.js";
import { item, NEW, open, RESUME } from "../store/bench.js";

const IMAGE = { artifact_id: "0".repeat(64), media_type: "image/png", total_length: 4, scrubbed: false };

/** An entry of a log, before it has its place. */
type Made =
  | { readonly t: "prompt"; readonly item?: Partial<HistoryItem> }
  | { readonly t: "item"; readonly item: Partial<HistoryItem> }
  | { readonly t: "turn"; readonly outcome: TurnOutcome }
  | { readonly t: "restart" };

const words = fc.constantFrom("", " ", "\n\n", "words", "half a w", "ord");
const shown = fc.record({ text: words }, { requiredKeys: [] });
const pictured = fc.oneof(
  shown,
  shown.map((own) => ({ ...own, attachments: [IMAGE] })),
);
const callId = fc.constantFrom("a", "b", "c");

const made: fc.Arbitrary<Made> = fc.oneof(
  fc.record({ t: fc.constant("prompt" as const), item: pictured }, { requiredKeys: ["t"] }),
  fc.constantFrom("completed", "failed", "cancelled").map((outcome) => ({ t: "turn", outcome }) as const),
  fc.constant({ t: "restart" } as const),
  fc
    .oneof(
      fc.tuple(shown, fc.boolean()).map(([own, isCut]) => ({
        ...{ kind: "assistant_message" as const, ...own },
        ...(isCut ? { partial: true as const } : {}),
      })),
      shown.map((own) => ({ kind: "reasoning" as const, ...own })),
      shown.map((own) => ({ kind: "notice" as const, ...own })),
      callId.map((call_id) => ({ kind: "tool_call" as const, tool: { name: "shell", call_id, input: {} } })),
      fc.tuple(callId, pictured).map(([call_id, own]) => ({
        ...{ kind: "tool_result" as const, tool: { name: "shell", call_id, is_error: false } },
        ...own,
      })),
    )
    .map((own) => ({ t: "item", item: own }) as const),
);

async function written(all: readonly Made[]): Promise<SessionStore> {
  const disk = new Disk(1);
  let store = await open(disk, NEW);
  let prompts = 0;
  const placed = ({ text, ...own }: Partial<HistoryItem>): HistoryItem => {
    const { text: _, ...usual } = item(store.totalItems);
    return { ...usual, ...own, ...(text === undefined ? {} : { text }) };
  };
  const entryOf = (one: Exclude<Made, { t: "restart" }>): NewEntry => {
    if (one.t === "item") return { t: "item", item: placed(one.item) };
    if (one.t === "turn") return { t: "turn", prompt_id: `${prompts}`, outcome: one.outcome };
    prompts += 1;
    const own = one.item === undefined ? {} : { item: placed(one.item) };
    return { t: "prompt", prompt_id: `${prompts}`, generation: 0, model: "m", facet: null, ...own };
  };
  await store.keepArtifact(IMAGE.artifact_id, Buffer.from("\x89PNG", "latin1"));
  for (const one of all) {
    if (one.t === "restart") {
      await store.close();
      store = await open(disk, RESUME);
    } else await store.append(entryOf(one));
  }
  return store;
}

const hearing = (sees: boolean): Hearing => ({
  ...{ sees, images: new Set(), results: new Set(), reasoning: "own", promptRoom: 4000 },
  maker: { provider: "lab", dialect: "beta_chat_completions", model: "m" },
});

test("the conversation of any history is one that the strictest provider takes", async () => {
  const target = targetIn(await configOf(single("http://127.0.0.1/v1", "", "supports_vision: true")));
  await fc.assert(
    fc.asyncProperty(fc.array(made, { maxLength: 25 }), async (all) => {
      const store = await written([...all, { t: "prompt", item: { text: "and now?" } }]);
      const { messages } = await conversationOf(store, hearing(target.sees));
      await store.close();
      expect(refusals(JSON.stringify(chatCompletionsBody(target, { messages })))).toEqual([]);
    }),
    { numRuns: cases(2000) },
  );
});

/** A call and its result, with anything between them. */
const round: fc.Arbitrary<readonly Made[]> = fc
  .array(made, { maxLength: 2 })
  .map((between) => [
    { t: "item", item: { kind: "tool_call", tool: { name: "shell", call_id: "d", input: {} } } },
    ...between,
    { t: "item", item: { kind: "tool_result", tool: { name: "shell", call_id: "d", is_error: false }, text: "words" } },
  ]);

const eventful = fc
  .array(
    fc.oneof(
      made.map((one) => [one]),
      round,
      round,
    ),
    { minLength: 4, maxLength: 20 },
  )
  .map((parts) => parts.flat());

test("at each place where it may be cut, calls and results stay whole, and the strictest provider takes what is told after it", async () => {
  const target = targetIn(await configOf(single("http://127.0.0.1/v1", "", "supports_vision: true")));
  const bodyOf = (messages: readonly Message[]): string => JSON.stringify(chatCompletionsBody(target, { messages }));
  let cuts = 0;
  await fc.assert(
    fc.asyncProperty(eventful, async (all) => {
      const store = await written([...all, { t: "prompt", item: { text: "and now?" } }]);
      const { messages, items } = await conversationOf(store, hearing(target.sees));
      for (const at of cutsOf(messages)) {
        cuts += 1;
        const older = refusals(bodyOf(messages.slice(0, at)));
        expect(older.filter((wrong) => wrong.includes("result"))).toEqual([]);
        const sizes = { compaction_id: "c", items: items[at] ?? 0, before: 2, after: 1 };
        await store.append({ t: "compacted", ...sizes, text: "They build a boat." });
        const { messages: told } = await conversationOf(store, hearing(target.sees));
        expect(refusals(bodyOf(told))).toEqual([]);
        expect(told[0]?.text).toMatch(/^What happened so far.*They build a boat\./s);
        const rest = messages.slice(at);
        const begun = rest[0]?.role === "user" ? rest.slice(1) : rest;
        expect(told.slice(told.length - begun.length)).toEqual(begun);
      }
      await store.close();
    }),
    { numRuns: cases(1000) },
  );
  expect(cuts).toBeGreaterThan(30);
});

test("a result that an earlier version has cut is told to be a beginning", async () => {
  const text = "x".repeat(65_536);
  const tool = { name: "shell", call_id: "a" };
  const store = await written([
    { t: "prompt", item: { text: "go" } },
    { t: "item", item: { kind: "tool_call", tool: { ...tool, input: {} } } },
    { t: "item", item: { kind: "tool_result", tool, text, elided: { bytes: 588_925, sha256: "0".repeat(64) } } },
  ]);
  const { messages } = await conversationOf(store, hearing(false));
  expect(messages.at(-1)?.text).toBe(`${text}\n[its beginning; all of it has 588925 bytes]`);
});
