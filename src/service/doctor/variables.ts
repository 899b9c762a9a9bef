/** Finds unset variables that the configuration names, without reading any values. */
import { quote } from "../../text/quote.js";
import { childrenOf, jsonAt, settingAt } from "../../toolkit/mean/configuration/setting.js";
import { isOpaque, leavesOf } from "../../toolkit/mean/substitution/leaves.js";
import { type Check, count, type Detail, placeName, type Situation } from "./check.js";
import { locationAt } from "./location.js";

/** An unset variable, and its place. */
interface Missing {
  readonly name: string;
  /** Whether loading fails without it. */
  readonly isNeeded: boolean;
  readonly detail: Detail;
}

export const variables: Check = {
  id: "variables",
  look: (situation) => {
    const missing = [...inTexts(situation), ...passedOn(situation)];
    const details = missing.map(({ detail }) => detail);
    if (missing.length === 0) return { status: "ok", title: "every variable that is needed is set", details };
    const names = new Set(missing.map(({ name }) => name)).size;
    const them = names === 1 ? "it" : "them";
    const title = `${count(names, "variable")} ${names === 1 ? "is" : "are"} not set`;
    if (missing.some(({ isNeeded }) => isNeeded))
      return { status: "problem", title, details, advice: `set ${them} in the environment that the agent starts in` };
    return { status: "warning", title, details, advice: `set ${them}, or remove ${them} from the configuration` };
  },
};

/** `${NAME}` in the values in effect that loading would resolve. */
function inTexts(situation: Situation): readonly Missing[] {
  const { host, counting } = situation;
  return leavesOf(counting.complete, []).flatMap(({ path, layer, setting, scan: { parts } }) =>
    parts.flatMap((part) => {
      if (part.kind !== "variable" || Object.hasOwn(host.env, part.name)) return [];
      const detail = {
        text: `${quote(`\${${part.name}}`)} for ${placeName(situation, path)}`,
        ...locationAt(situation, layer, path, part),
      };
      return [{ name: part.name, isNeeded: !isOpaque(setting), detail }];
    }),
  );
}

/** Variables that `pass_env` passes from the agent's environment to servers. */
function passedOn(situation: Situation): readonly Missing[] {
  const { host, counting } = situation;
  const servers = settingAt(counting.complete, ["mcp_servers"]);
  return [...childrenOf(servers).keys()].flatMap((server) => {
    const names = jsonAt(counting.complete, ["mcp_servers", server, "pass_env"]);
    if (!Array.isArray(names)) return [];
    return names.flatMap((name, index): readonly Missing[] => {
      const path = ["mcp_servers", server, "pass_env", index];
      const setting = settingAt(counting.complete, path);
      if (typeof name !== "string" || name.includes("$") || setting === undefined) return [];
      const isSet = Object.hasOwn(host.env, name);
      const isGiven = settingAt(counting.complete, ["mcp_servers", server, "env", name]) !== undefined;
      if (isSet || isGiven || typeof setting.source === "string") return [];
      const text = `${quote(counting.redactor.text(name))}, which ${placeName(situation, path.slice(0, -1))} passes on`;
      return [{ name, isNeeded: false, detail: { text, ...locationAt(situation, setting.source, path) } }];
    });
  });
}
