/** What must hold of the log and of what clients have heard, at every loss of power and at the end. */
import type { LogEntry } from "../../src/generated/protocol/types.js";
import type { Command } from "./commander.js";
import type { Follower } from "./follower.js";

/** What is wrong; empty when nothing is. */
export function mistakesIn(
  entries: readonly LogEntry[],
  commands: readonly Command[],
  followers: readonly Follower[],
): readonly string[] {
  return [
    ...repeatedIn(entries),
    ...withoutEnd(entries),
    ...lostOf(entries, commands),
    ...unprinted(entries, followers),
  ];
}

/** Every turn but the last has one end. */
function withoutEnd(entries: readonly LogEntry[]): readonly string[] {
  const mistakes: string[] = [];
  let open: string | undefined;
  for (const entry of entries) {
    if (entry.t === "turn" && entry.prompt_id !== open) mistakes.push(`${entry.prompt_id} ends and has not begun`);
    if (entry.t === "turn") open = undefined;
    if (entry.t !== "prompt") continue;
    if (open !== undefined) mistakes.push(`${open} has no end, and ${entry.prompt_id} begins`);
    open = entry.prompt_id;
  }
  return mistakes;
}

/** Every operation and every prompt stands in the log once. */
function repeatedIn(entries: readonly LogEntry[]): readonly string[] {
  const operations = entries.flatMap((entry) =>
    "operation" in entry && entry.operation !== undefined
      ? [`operation ${entry.operation.window_id} ${entry.operation.operation}`]
      : [],
  );
  const prompts = entries.flatMap((entry) => (entry.t === "prompt" ? [`prompt ${entry.prompt_id}`] : []));
  const inputs = entries.flatMap((entry) => (entry.t === "input" ? [`input ${entry.input.prompt_id}`] : []));
  return [operations, prompts, inputs].flatMap((names) =>
    names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} stands in the log twice`),
  );
}

/** What got an answer is in the log; what was refused is not. */
function lostOf(entries: readonly LogEntry[], commands: readonly Command[]): readonly string[] {
  const prompts = new Set(entries.flatMap((entry) => (entry.t === "prompt" ? [entry.prompt_id] : [])));
  const inputs = new Set(entries.flatMap((entry) => (entry.t === "input" ? [entry.input.prompt_id] : [])));
  const dequeued = new Set(entries.flatMap((entry) => (entry.t === "dequeue" ? [entry.prompt_id] : [])));
  const turns = new Map(entries.flatMap((entry) => (entry.t === "turn" ? [[entry.prompt_id, entry.outcome]] : [])));
  const text = JSON.stringify(entries);
  return commands.flatMap(({ kind, name, outcome, promptId, turn }) => {
    const mistakes: string[] = [];
    if (outcome === "done" && promptId !== undefined) {
      const kept = kind === "prompt" ? prompts : kind === "input" ? inputs : dequeued;
      if (!kept.has(promptId)) mistakes.push(`${kind} ${name} got an answer and is not in the log`);
    }
    if (outcome === "refused" && (kind === "prompt" || kind === "input") && isIn(text, name))
      mistakes.push(`${kind} ${name} was refused and is in the log`);
    if (turn !== undefined && turn !== "unknown" && promptId !== undefined) {
      const ended = turns.get(promptId);
      const is = ended === "failed" || ended === "interrupted" ? "failed" : ended;
      if (ended !== undefined && is !== turn)
        mistakes.push(`the turn of ${name} is ${turn} for its client and ${ended} in the log`);
    }
    return mistakes;
  });
}

function isIn(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** Every item that a follower has printed is in the log as it was. */
function unprinted(entries: readonly LogEntry[], followers: readonly Follower[]): readonly string[] {
  const items = entries.flatMap((entry) =>
    entry.t === "item" ? [entry.item] : entry.t === "prompt" && entry.item !== undefined ? [entry.item] : [],
  );
  return followers.flatMap(({ name, printed }) =>
    printed.flatMap((item) => {
      const kept = items[item.index];
      const isSame = kept !== undefined && kept.item_id === item.item_id && kept.text === item.text;
      return isSame ? [] : [`${name} has printed item ${item.index}, and the log has another one or none`];
    }),
  );
}
