/** A model in a catalog: what it can do, and neither address nor credential of its provider (spec 2.7, P-S80). */
import type { ModelReasoning } from "../../../generated/effective.js";
import type { CatalogModel, CatalogReasoning, CatalogRequestOptions } from "../../../generated/protocol/types.js";
import { toolUseOf } from "../../run/model/tool-use.js";
import type { UsableModel } from "../../run/model/usable.js";
import type { Gathering } from "./gathering.js";

export function modelEntry({ name, provider, protocol, entry }: UsableModel, gathering: Gathering): CatalogModel {
  const { loading, batch, canForce } = toolUseOf(entry);
  return {
    name,
    label: gathering.prose(entry.provider_name ?? name),
    provider,
    protocol,
    class: entry.class ?? null,
    reasoning: reasoningOf(entry.reasoning, gathering),
    capabilities: {
      context_window: entry.context_window ?? null,
      output_limit: entry.max_output_tokens_per_turn ?? null,
      vision: entry.supports_vision === true,
      edit_format: wordOrNull(entry.edit_format, gathering),
      tool_loading: loading,
      max_tool_batch_size: batch,
      forced_tool_choice: canForce,
    },
    request_options: optionsOf(entry.request_option_defaults ?? {}, gathering),
  };
}

/** A model whose configuration does not say how it reasons is asked like one that does not (spec 2.4). */
function reasoningOf(reasoning: ModelReasoning | undefined, gathering: Gathering): CatalogReasoning {
  switch (reasoning?.type) {
    case "effort":
      return {
        type: reasoning.type,
        can_disable: reasoning.can_disable,
        levels: gathering.words(reasoning.levels),
        default_level: wordOrNull(reasoning.default_level, gathering),
      };
    case "thinking":
      return { type: reasoning.type, can_disable: reasoning.can_disable };
    default:
      return { type: "no_reasoning" };
  }
}

/** The options that are sent are the only ones that a configuration declares. */
function optionsOf(options: Readonly<Record<string, boolean | string>>, gathering: Gathering): CatalogRequestOptions {
  const declared = gathering.words(Object.keys(options).sort());
  const sent = (value: boolean | string = false): boolean | string =>
    typeof value === "string" ? gathering.prose(value) : value;
  return { declared, defaults: Object.fromEntries(declared.map((name) => [name, sent(options[name])])) };
}

function wordOrNull(word: string | undefined, gathering: Gathering): string | null {
  return word === undefined ? null : (gathering.words([word])[0] ?? null);
}
