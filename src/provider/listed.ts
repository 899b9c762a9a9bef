/**
 * A provider's list of its models, read from JSON. Most lists say only the `id`; some say more, each in words of their own. What a list does
 * not say is not known (P-S105). Pure.
 */
import { isVisible } from "../text/escape.js";
import type { Hide } from "./hide.js";

/** What a provider says of a model. */
export interface ListedModel {
  /** Its name in requests. */
  readonly id: string;
  /** For people. */
  readonly label?: string;
  /** Tokens of a conversation with its answer. */
  readonly window?: number;
  /** Most tokens of one answer. */
  readonly ceiling?: number;
  /** Whether it takes images. */
  readonly sees?: boolean;
  /** Whether it calls tools. */
  readonly usesTools?: boolean;
  /** Whether it answers a conversation with text, unlike a model for embeddings or images. */
  readonly isForText?: boolean;
}

export interface ListPage {
  readonly models: readonly ListedModel[];
  /** Entries that are none, or whose name cannot be shown. */
  readonly leftOut: number;
  /** Whether it says that more come. */
  readonly hasMore: boolean;
  /** The name after which the next page begins, if it says so. */
  readonly lastId: string | undefined;
}

/** Undefined for anything but a list: `{ data: […] }`, as most providers send it, or the array alone. `hide`: no name holds a credential. */
export function pageIn(body: Uint8Array, hide: Hide): ListPage | undefined {
  const value = parsed(new TextDecoder().decode(body));
  const data = Array.isArray(value) ? value : isFields(value) ? value["data"] : undefined;
  if (!Array.isArray(data)) return undefined;
  const models = data.flatMap((entry: unknown) => modelIn(entry, hide) ?? []);
  const { has_more: hasMore, last_id: lastId } = isFields(value) ? value : {};
  return {
    models,
    leftOut: data.length - models.length,
    hasMore: hasMore === true,
    lastId: typeof lastId === "string" ? lastId : undefined,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Most characters of a name. */
const LONGEST = 256;

function isName(value: unknown, hide: Hide): value is string {
  return (
    typeof value === "string" &&
    value.trim() !== "" &&
    value.length <= LONGEST &&
    isVisible(value) &&
    hide(value) === value
  );
}

function modelIn(entry: unknown, hide: Hide): ListedModel | undefined {
  if (!isFields(entry)) return undefined;
  const { id } = entry;
  if (!isName(id, hide)) return undefined;
  const label = [entry["display_name"], entry["name"]].find((text) => isName(text, hide));
  const { top_provider: first } = entry;
  const all: { readonly [Key in keyof ListedModel]: ListedModel[Key] | undefined } = {
    id,
    label: label === id ? undefined : (label as string | undefined),
    window: tokensIn(entry, WINDOWS),
    ceiling: tokensIn(entry, CEILINGS) ?? (isFields(first) ? tokensIn(first, CEILINGS) : undefined),
    sees: saidOf(entry, SEES),
    usesTools: saidOf(entry, TOOLS),
    isForText: saidOf(entry, TEXT),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as ListedModel;
}

const WINDOWS = ["context_window", "context_length", "max_context_length", "max_model_len", "max_input_tokens"];
const CEILINGS = ["max_tokens", "max_completion_tokens", "max_output_tokens"];

/** The largest number of tokens that a configuration can name. */
const MOST_TOKENS = 2 ** 32 - 1;

function tokensIn(entry: Fields, names: readonly string[]): number | undefined {
  const isCount = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MOST_TOKENS;
  return names.map((name) => entry[name]).find(isCount);
}

/** The words in which lists speak of one capability. */
interface Capability {
  /** Fields of the entry that are true or false. */
  readonly fields: readonly string[];
  /** Names below `capabilities`: true, false, or `{ supported }`. */
  readonly capabilities: readonly string[];
  /** A list that names everything the model has, by its path, and the words for this capability in it. */
  readonly lists: readonly (readonly [path: readonly string[], words: readonly string[]])[];
  /** Values of `type` that say that the model has it, or has it not. */
  readonly types?: { readonly yes: readonly string[]; readonly no: readonly string[] };
}

const SEES: Capability = {
  fields: ["supports_vision", "supports_image_input"],
  capabilities: ["vision", "image_input"],
  lists: [[["architecture", "input_modalities"], ["image"]]],
};

const TOOLS: Capability = {
  fields: ["supports_tools", "supports_function_calling"],
  capabilities: ["function_calling", "tools", "tool_use", "tool_calls"],
  lists: [[["supported_parameters"], ["tools"]]],
};

const TEXT: Capability = {
  fields: ["supports_chat"],
  capabilities: ["completion_chat"],
  lists: [[["architecture", "output_modalities"], ["text"]]],
  types: {
    yes: ["chat", "language"],
    no: ["embedding", "embeddings", "image", "audio", "video", "transcribe", "moderation", "rerank"],
  },
};

/** Whether a model has a capability, by the first word of its entry about that; undefined where there is none. */
function saidOf(entry: Fields, { fields, capabilities, lists, types }: Capability): boolean | undefined {
  const { capabilities: own, type } = entry;
  const said = [
    ...fields.map((name) => entry[name]),
    ...capabilities.map((name) => supportIn(isFields(own) ? own[name] : undefined)),
    ...lists.map(([path, words]) => {
      const list = path.reduce<unknown>((value, step) => (isFields(value) ? value[step] : undefined), entry);
      return Array.isArray(list) && list.length > 0 ? words.some((word) => list.includes(word)) : undefined;
    }),
    typeof type !== "string" || types === undefined
      ? undefined
      : types.no.includes(type)
        ? false
        : types.yes.includes(type) || undefined,
  ];
  return said.find((one) => typeof one === "boolean");
}

function supportIn(value: unknown): unknown {
  return isFields(value) ? value["supported"] : value;
}
