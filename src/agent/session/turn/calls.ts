/** The calls of one answer: each is an item, then judged, then run, and its result is an item as soon as it is there (P-S33, P-S77). */
import { limits } from "../../../generated/protocol/tables.js";
import type { FileDiff, FileLocation, ItemAttachment } from "../../../generated/protocol/types.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import { parseJson } from "../../wire/protocol/json.js";
import type { Call } from "../model/event.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { Fields, Tool, ToolImage, ToolResult } from "../tools/tool.js";
import type { Toolbox } from "../tools/toolbox.js";
import { opaqueOf } from "./opaque.js";
import type { NewItem } from "./session.js";
import { newItem, type Turn } from "./turn.js";

interface FoundCall extends Call {
  readonly tool: Tool | undefined;
}

interface HowToRun {
  /** Most calls at once. */
  readonly batch: number;
  /** Why none of them is run. */
  readonly whyNot: string | undefined;
}

/** Runs the calls, the next batch after all of the one before. Rejects with a `FileError` when an item cannot be kept. */
export async function runCalls(
  turn: Turn,
  toolbox: Toolbox,
  calls: readonly Call[],
  { batch, whyNot }: HowToRun,
): Promise<void> {
  const { journal } = turn.session;
  const ids = new Set<string>();
  const found = calls.map((call): FoundCall => {
    // The id of a result has to tell it from all others of its answer.
    const id = ids.has(call.id) || call.id.length > limits.toolNameCharacters ? journal.newId() : call.id;
    ids.add(id);
    return { ...call, id, tool: toolbox.find(call.name) };
  });
  await journal.commit({ items: found.map((call) => callItem(call, turn)) });
  for (let at = 0; at < found.length; at += batch) await runBatch(turn, found.slice(at, at + batch), whyNot);
}

async function runBatch(turn: Turn, calls: readonly FoundCall[], whyNot: string | undefined): Promise<void> {
  const lanes = new Map<string, Promise<void>>();
  const running = calls.map((call) => {
    const lane = call.tool?.lane ?? call.id;
    const before = lanes.get(lane) ?? Promise.resolve();
    const done = before.then(async () => {
      const result = whyNot === undefined ? await resultOf(call, turn) : failed(whyNot);
      await turn.session.journal.commit({ items: [await resultItem(call, result, turn)] });
    });
    // A result that cannot be kept fails the turn, and not the calls after it.
    lanes.set(
      lane,
      done.catch(() => {}),
    );
    return done;
  });
  // All of them have to end before the turn does.
  const ended = await Promise.allSettled(running);
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

async function resultOf(call: FoundCall, { permission, monitor, asking, signal }: Turn): Promise<ToolResult> {
  const { tool } = call;
  if (tool === undefined) return failed("there is no tool of this name");
  const input = inputOf(call);
  if (input === undefined) return failed("the arguments are not a JSON object");
  if (signal.aborted) return failed(CANCELLED);
  const named = tool.places === undefined ? {} : { places: await tool.places(input) };
  const verdict = await permission.judge({ tool, input, ...named }, monitor, asking);
  if (signal.aborted) return failed(CANCELLED);
  if (verdict.kind === "denied") return { ...failed(`not run: ${verdict.reason}`), isDenied: true };
  try {
    return await tool.run(input, { signal, ...named });
  } catch {
    return failed("the tool failed unexpectedly");
  }
}

const CANCELLED = "not run: the turn was cancelled";

function failed(text: string): ToolResult {
  return { text, isError: true };
}

function inputOf({ input }: Call): Fields | undefined {
  const read = parseJson(new TextEncoder().encode(input), limits.bodyDepth);
  if (!("value" in read)) return undefined;
  const { value } = read;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A short input stands in the item as JSON, a long one as JSON in its text, and one that is no JSON as it is. */
function callItem(call: FoundCall, turn: Turn): NewItem {
  const text = scrubbedInput(call, turn.scrubber);
  const input = utf8Bytes(text) > limits.toolTextBytes ? undefined : inputOf({ ...call, input: text });
  const tool = { ...toolOf(call, turn), ...(input === undefined ? {} : { input }) };
  const opaque = opaqueOf(call.state ?? [], turn);
  return { ...newItem("tool_call", turn), tool, ...(input === undefined ? { text } : {}), opaque };
}

/** Models escape characters that need no escape. So JSON is read and written anew before it is searched. */
function scrubbedInput(call: Call, scrubber: Scrubber): string {
  const value = inputOf(call);
  // In a text that is no JSON, such as one that was cut off, the escapes alone can be read.
  const read = value === undefined ? call.input.replace(ESCAPE, unescaped) : JSON.stringify(value, wellFormed);
  return scrubber.scrub(value === undefined && scrubber.isQuiet(read) ? call.input.toWellFormed() : read);
}

const ESCAPE = /\\u[0-9a-fA-F]{4}/g;

function unescaped(code: string): string {
  return String.fromCharCode(Number.parseInt(code.slice(2), 16));
}

/** A value as `JSON.stringify` asks for it, with the replacement character for each half of a character: strict readers refuse those. */
function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toWellFormed(), one]));
}

async function resultItem(call: FoundCall, result: ToolResult, turn: Turn): Promise<NewItem> {
  const { text, missing, isError, isDenied, images = [], diff, locations = [] } = result;
  const attachments = await Promise.all(images.map((image) => keptImage(image, turn)));
  return {
    ...newItem("tool_result", turn),
    tool: {
      ...{ ...toolOf(call, turn), is_error: isError, ...(isDenied && { is_denied: true }) },
      ...(diff === undefined ? {} : { diff: scrubbedDiff(diff, turn.scrubber) }),
      ...(locations.length === 0 ? {} : { locations: locations.map((one) => scrubbedPlace(one, turn.scrubber)) }),
    },
    text: turn.scrubber.scrub(text.toWellFormed()),
    missing,
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

function scrubbedDiff(diff: FileDiff, scrubber: Scrubber): FileDiff {
  const { old, new: now } = diff;
  const scrubbed = (text: string): string => scrubber.scrub(text.toWellFormed());
  return { ...scrubbedPlace(diff, scrubber), old: old === null ? null : scrubbed(old), new: scrubbed(now) };
}

function scrubbedPlace<Place extends FileLocation>(place: Place, scrubber: Scrubber): Place {
  return { ...place, path: scrubber.scrub(place.path.toWellFormed()) };
}

/** The tool's own name; of an unknown one the beginning of the name that the model made up. */
function toolOf({ id, name, tool }: FoundCall, { scrubber }: Turn) {
  const known = tool?.name ?? scrubber.scrub(name).slice(0, limits.toolNameCharacters);
  return { name: known, call_id: scrubber.scrub(id) };
}

async function keptImage({ mediaType, base64 }: ToolImage, { session, scrubber }: Turn): Promise<ItemAttachment> {
  const { bytes, scrubbed } = scrubber.scrubBytes(Buffer.from(base64, "base64"));
  const id = sha256Hex(bytes);
  await session.store.keepArtifact(id, bytes);
  return { artifact_id: id, media_type: scrubber.scrub(mediaType), total_length: bytes.length, scrubbed };
}
