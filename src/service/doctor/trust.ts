/** Whether the user vouches for the directory, and for its present state (S58). */
import { printable } from "../../text/escape.js";
import { quoteList } from "../../text/quote.js";
import { vouchableOf } from "../../toolkit/judge/analysis/vouchable.js";
import { withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { childrenOf, jsonAt, settingAt } from "../../toolkit/mean/configuration/setting.js";
import { grantsFile, isGranted, openToOthers, readGrants } from "../../toolkit/mean/trust/grants.js";
import type { Standing } from "../../toolkit/mean/trust/standing.js";
import { directoryName, displayName } from "../../toolkit/read/host/host.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { type Answer, type Check, count, type Detail, type Situation } from "./check.js";

export const trust: Check = {
  id: "trust",
  look: (situation) => {
    const { host, permissions, layers, snapshot, choice } = situation;
    const open = openToOthers(host, permissions.modeOf);
    if (open !== undefined) return writable(printable(displayName(host, open)));
    const vouchable = vouchableOf(snapshot, host, choice);
    const standing = vouchable.standing({ projectTrust: "granted" });
    const project = layerOfScope(layers, "project");
    const values = project?.root === undefined ? 0 : withheldFrom(snapshot).withheld.length;
    const prompts = vouchable.withheld(standing).length;
    const servers = elsewhere(situation, standing);
    const state = vouchable.state();
    if ("reason" in state && values + prompts > 0)
      return unsure(`the project cannot be vouched for: ${printable(state.reason)}`, situation, values, prompts);
    const known = readGrants(host, snapshot.surroundings.groundsOf(vouchable.root).isInProject);
    if ("reason" in known && values + prompts > 0) {
      const title = `the list of directories that you vouch for cannot be used: ${known.reason}`;
      return unsure(title, situation, values, prompts);
    }
    if (!("reason" in state) && isGranted(host, state) && values + state.prompts.length > 0) return fine(WHOLE, []);
    if (standing.prompts !== undefined ? prompts === 0 : values + prompts === 0)
      return fine(harmless(standing, project?.root !== undefined), servers);
    const title = standing.isOwn ? "you vouch for this directory, but not for the project as it is" : NOT;
    return unsure(title, situation, standing.prompts === undefined ? values : 0, prompts, servers);
  },
};

const WHOLE = "you vouch for this directory, and for the project as it is";
const NOT = "you do not vouch for this directory, nor for the project as it is";

function harmless({ isOwn }: Standing, hasProject: boolean): string {
  const project = hasProject ? "the project makes no risky changes" : "there is no project";
  return isOwn ? `you vouch for this directory, and ${project}` : project;
}

/** The tool servers of the user's that start in another directory. */
function elsewhere({ host, snapshot }: Situation, { isOwn, userDirectory }: Standing): readonly Detail[] {
  const { settings } = snapshot.below ?? snapshot;
  const servers = Array.from(childrenOf(settingAt(settings, ["mcp_servers"])), ([name]) => name).filter((name) => {
    const at = (key: string) => jsonAt(settings, ["mcp_servers", name, key]);
    return at("transport") === "stdio" && at("default_enabled") !== false;
  });
  if (isOwn || servers.length === 0 || userDirectory === undefined) return [];
  const start = servers.length === 1 ? "starts" : "start";
  const where = printable(directoryName(host, userDirectory));
  return [
    {
      text: `${quoteList(
        servers.map((name) => snapshot.redactor.text(name)),
        "and",
      )} ${start} in ${where}: you do not vouch for this directory, and \`agentcfg trust\` does`,
    },
  ];
}

function writable(name: string): Answer {
  const title = `others can write ${name} and so vouch for projects in your name`;
  return { status: "warning", title, details: [], advice: `\`chmod go-w ${name}\`` };
}

function fine(title: string, details: readonly Detail[]): Answer {
  return { status: "ok", title, details };
}

/** A warning, because programs withhold the values of such a project only on request. */
function unsure(
  title: string,
  { host }: Situation,
  values: number,
  prompts: number,
  more: readonly Detail[] = [],
): Answer {
  const list = grantsFile(host);
  const parts = [
    ...(values === 0 ? [] : [count(values, "value")]),
    ...(prompts === 0 ? [] : [count(prompts, "prompt")]),
  ];
  return {
    status: "warning",
    title,
    details: [
      {
        text: `${parts.join(" and ")} of it ${values + prompts === 1 ? "is" : "are"} withheld by programs that load it as \`granted\``,
      },
      ...more,
      ...(list === undefined ? [] : [{ text: `the list is ${printable(displayName(host, list))}` }]),
    ],
    advice: "`agentcfg review` shows what it changes, `agentcfg trust` vouches for it",
  };
}
