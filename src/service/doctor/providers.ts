/** Finds providers that `agent` cannot call: it speaks few protocols, and knows only configured addresses. */
import { protocolOfKind, spokenProtocols } from "../../generated/protocols.js";
import { quote } from "../../text/quote.js";
import { parseModelReference } from "../../toolkit/mean/configuration/models.js";
import { childrenOf, jsonAt, settingAt } from "../../toolkit/mean/configuration/setting.js";
import { type Check, count, type Detail, placeName, type Situation } from "./check.js";
import { locationInEffect } from "./location.js";

const SPOKEN: ReadonlySet<string> = new Set(spokenProtocols);

export const providers: Check = {
  id: "providers",
  look: (situation) => {
    const names = [...childrenOf(settingAt(situation.counting.complete, ["providers"])).keys()];
    const details = names.flatMap((name) => lackOf(situation, name));
    if (names.length === 0) return { status: "ok", title: "no provider is configured", details };
    if (details.length === 0) return { status: "ok", title: "`agent` can ask every provider", details };
    const advice = "add what is missing, or use models of another provider";
    const usual = providerOfDefault(situation);
    if (usual !== undefined && lackOf(situation, usual).length > 0) {
      const title = "`agent` cannot ask the default model";
      return { status: "problem", title, details, advice };
    }
    const title = `\`agent\` cannot ask ${count(details.length, "provider")}`;
    return { status: "warning", title, details, advice };
  },
};

/** The provider of the model that a session has unless another one is chosen. */
function providerOfDefault({ counting: { complete } }: Situation): string | undefined {
  const text = jsonAt(complete, ["defaults", "full"]);
  if (typeof text !== "string") return undefined;
  const names = childrenOf(settingAt(complete, ["models"]));
  const { model } = parseModelReference(text, (name) => names.has(name));
  const provider = jsonAt(complete, ["models", model, "provider"]);
  return typeof provider === "string" ? provider : undefined;
}

function lackOf(situation: Situation, name: string): readonly Detail[] {
  const { catalog, counting } = situation;
  const of = (...keys: readonly string[]): unknown => jsonAt(counting.complete, ["providers", name, ...keys]);
  const named = of("kind", "name");
  const all = catalog?.providers ?? {};
  const listed =
    of("kind", "type") === "catalog" && typeof named === "string" && Object.hasOwn(all, named) ? all[named] : undefined;
  const protocol = of("protocol") ?? listed?.protocol ?? protocolOfKind[String(of("kind", "type"))];
  const tell = (why: string): readonly Detail[] => [
    {
      text: `${placeName(situation, ["providers", name])}: ${why}`,
      ...locationInEffect(situation, ["providers", name]),
    },
  ];
  if (typeof protocol !== "string")
    return tell(`it has no protocol; \`agent\` speaks \`protocol: beta_chat_completions\``);
  if (!SPOKEN.has(protocol)) return tell(`\`agent\` does not speak ${quote(protocol)} yet`);
  if (protocol !== "test" && of("url") === undefined && listed?.url === undefined)
    return tell("it has no address; set its `url`, or use `--catalog`");
  return [];
}
