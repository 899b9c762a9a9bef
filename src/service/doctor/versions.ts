/** The versions of agentcfg and Node.js, and of the format of each file. */
import { printable } from "../../text/escape.js";
import { find, toData } from "../../toolkit/read/document/node.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { ageOf, CURRENT_VERSION } from "../../toolkit/read/layers/upgrade.js";
import type { Check, Detail } from "./check.js";

export const versions: Check = {
  id: "versions",
  always: true,
  look: ({ layers, versions: { agentcfg, node } }) => {
    const readable = layers.filter(({ document }) => document.root !== undefined);
    const ages = readable.map(({ document }) => ageOf(document));
    const answer = { title: `agentcfg ${agentcfg} on Node.js ${node}`, details: readable.map(versionOf) };
    if (ages.some((age) => age === "newer" || age === "invalid"))
      return {
        ...answer,
        status: "problem",
        advice: "use an agentcfg that knows the version, or write one that it knows",
      };
    const isOutdated = readable.some(
      (layer) => ageOf(layer.document) === "older" && writtenVersion(layer) !== undefined,
    );
    if (isOutdated)
      return { ...answer, status: "warning", advice: "`agentcfg upgrade` brings files to the current version" };
    return { ...answer, status: "ok" };
  },
};

function versionOf(layer: Layer): Detail {
  const { file } = layer.document.source;
  const version = writtenVersion(layer);
  const written = version === undefined ? `no version, read as ${CURRENT_VERSION}` : `version ${version}`;
  const known = ["current", "older"].includes(ageOf(layer.document)) ? "" : ", which is not known";
  return { text: `${printable(file)}: ${written}${known}`, file };
}

/** The version as written, if it is a number. */
function writtenVersion({ document: { root } }: Layer): string | undefined {
  const node = root && find(root, ["version"])?.node;
  const version = node && toData(node);
  return version === undefined ? undefined : typeof version === "number" ? String(version) : "that is no number";
}
