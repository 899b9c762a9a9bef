/** Whether the user vouches for the project as it is. */
import { printable } from "../../text/escape.js";
import { withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { grantsFile, isGranted, openToOthers, readGrants } from "../../toolkit/mean/trust/grants.js";
import { vouchedFor } from "../../toolkit/mean/trust/vouch.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { type Answer, type Check, count, type Situation } from "./check.js";

export const trust: Check = {
  id: "trust",
  look: (situation) => {
    const { host, permissions, layers, snapshot } = situation;
    const open = openToOthers(host, permissions.modeOf);
    if (open !== undefined) return writable(printable(displayName(host, open)));
    const project = layerOfScope(layers, "project");
    if (project?.root === undefined) return fine("there is no project to vouch for");
    const { withheld } = withheldFrom(snapshot);
    if (withheld.length === 0) return fine("the project makes no risky changes");
    const vouched = vouchedFor(host, project, snapshot.trees.get(project));
    if ("reason" in vouched)
      return unsure(`the project cannot be vouched for: ${printable(vouched.reason)}`, situation);
    const known = readGrants(host, vouched.root);
    if ("reason" in known)
      return unsure(`the list of projects that you vouch for cannot be used: ${known.reason}`, situation);
    if (isGranted(host, vouched)) return fine("you vouch for the project as it is");
    return unsure("you do not vouch for the project as it is", situation);
  },
};

function writable(name: string): Answer {
  const title = `others can write ${name} and so vouch for projects in your name`;
  return { status: "warning", title, details: [], advice: `\`chmod go-w ${name}\`` };
}

function fine(title: string): Answer {
  return { status: "ok", title, details: [] };
}

/** A warning, because only programs that ask for it withhold the values of such a project. */
function unsure(title: string, { host, snapshot }: Situation): Answer {
  const { withheld } = withheldFrom(snapshot);
  const list = grantsFile(host);
  return {
    status: "warning",
    title,
    details: [
      {
        text: `${count(withheld.length, "value")} of it ${withheld.length === 1 ? "is" : "are"} withheld by programs that load it as \`granted\``,
      },
      ...(list === undefined ? [] : [{ text: `the list is ${printable(displayName(host, list))}` }]),
    ],
    advice: "`agentcfg review` shows what it changes, `agentcfg trust` vouches for it",
  };
}
