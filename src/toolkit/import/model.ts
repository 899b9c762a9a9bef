/** A model of another tool as one of this agent. */
import { childrenOf, type TreePlace } from "../read/other-tools/places.js";
import type { ModelKey, ProviderKey } from "./dialects/dialect.js";
import type { EntryFields } from "./entries.js";
import { booleanOf, type Fields, numberOf, textOf, withoutCounterpart } from "./fields.js";
import type { Log } from "./log.js";
import { type Scene, textList } from "./values.js";

export type ModelFields = Fields<ProviderKey | ModelKey>;

/** Whether a model is for conversations, if its entry names a purpose. */
export function isForConversations(fields: ModelFields): boolean {
  const roles = textsOf(fields.get("roles"));
  return roles.length === 0 || roles.some((role) => ["chat", "edit", "apply"].includes(role));
}

/** The model; or undefined and a remark with the reason. `keys`: of the tool. */
export function modelOf(
  place: TreePlace,
  fields: { get(key: ModelKey): TreePlace | undefined },
  keys: Readonly<Record<string, string>>,
  id: string,
  scene: Scene,
): EntryFields | undefined {
  const { log } = scene;
  const window = countOf(fields.get("context_window"), log);
  if (window === undefined) {
    const key = Object.keys(keys).find((name) => keys[name] === "context_window");
    const lack = "has no context window, which every model needs here, and is left out";
    const advice = key === undefined ? "" : `; add \`${key}\` and import it again`;
    log.remark(place.keySpan, place.path, `${lack}${advice}`);
    return undefined;
  }
  const canSee = booleanOf(fields.get("supports_vision")?.node);
  const isToolless = booleanOf(fields.get("tools")?.node) === false;
  const sees = textsOf(fields.get("capabilities")).some((word) => ["image_input", "image"].includes(word));
  return {
    provider: scene.entry,
    provider_name: id,
    class: "full",
    context_window: window,
    max_tokens: countOf(fields.get("max_tokens"), log),
    max_output_tokens_per_turn: countOf(fields.get("max_output_tokens_per_turn"), log),
    stop_sequences: textList(fields.get("stop_sequences"), scene),
    supports_vision: sees ? true : canSee,
    tool_loading: isToolless ? "no_tools" : undefined,
  };
}

function textsOf(place: TreePlace | undefined): readonly string[] {
  if (place === undefined) return [];
  const items = place.node.kind === "scalar" ? [place] : childrenOf(place);
  return items.flatMap(({ node }) => textOf(node) ?? []);
}

/** A number of tokens. */
function countOf(place: TreePlace | undefined, log: Log): number | undefined {
  if (place === undefined) return undefined;
  const value = numberOf(place.node);
  if (value !== undefined && Number.isInteger(value) && value > 0 && value < 2 ** 32) return value;
  withoutCounterpart(place, log);
  return undefined;
}
