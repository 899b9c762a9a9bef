/** The places of the two files: searched, existing, and in use. */
import { printable } from "../../text/escape.js";
import { enumerate } from "../../text/quote.js";
import { displayName, type Host } from "../../toolkit/read/host/host.js";
import { nameOf } from "../../toolkit/read/layers/identity.js";
import { type Location, type Locations, locate, searchedDirectories } from "../../toolkit/read/layers/locate.js";
import { configFiles, globalDirectory } from "../../toolkit/read/layers/places.js";
import { whyUnusable } from "../unusable.js";
import { type Check, count, type Detail, type Situation } from "./check.js";

export const files: Check = {
  id: "files",
  always: true,
  look: (situation) => {
    const { layers, unreadable } = situation;
    const details = [...searched(situation), ...named(situation)];
    const unusable = [...unusableLayers(situation), ...unreadable.map(cannotRead)];
    if (layers.length === 0 && unreadable.length === 0)
      return { status: "problem", title: "no configuration was found", details, advice: "`agentcfg init` writes one" };
    const result = { title: `${count(layers.length, "file")} found`, details: [...details, ...unusable] };
    if (unusable.length === 0) return { ...result, status: "ok" };
    const title = layers.length === 0 ? "no file that was found can be read" : result.title;
    const isNone = layers.every(({ root }) => root === undefined);
    const advice = `fix these files: their values do not count${isNone ? " and are not checked" : ""}`;
    return { ...result, title, status: "problem", advice };
  },
};

/** Each directory, in the order of the search. */
function searched({ host, choice }: Situation): readonly Detail[] {
  const locations = locate(host, choice);
  return searchedDirectories(host, choice).map((directory) => {
    const there = configFiles(host, directory).flatMap((file) => {
      const kind = host.kindOf(file);
      return kind === undefined ? [] : [{ name: nameOf(file), isHidden: kind === "unknown" }];
    });
    const shown = `${printable(displayName(host, directory))}: `;
    if (there.length === 0) return { text: `${shown}no configuration` };
    if (there.every(({ isHidden }) => isHidden)) return { text: `${shown}it cannot be read` };
    const names = enumerate(
      there.map(({ name }) => name),
      "and",
    );
    return { text: `${shown}${names}, ${meaningOf(host, directory, locations)}` };
  });
}

/** Whether the configuration in a directory is used, or why not. */
function meaningOf(host: Host, directory: string, { global, project }: Locations): string {
  for (const [location, layer] of [[global, "global"] as const, [project, "project"] as const]) {
    if (!isIn(host, location, directory)) continue;
    if (location.kind === "ambiguous") return `of which only one may be there (${layer} layer)`;
    if (location.kind === "in-project") return "which does not count: it lies in the project";
    return `the ${layer} layer`;
  }
  const isGlobal = directory === globalDirectory(host);
  return isGlobal || project.kind === "off"
    ? "which is the other layer"
    : "which does not count: another one is nearer";
}

function isIn(host: Host, location: Location, directory: string): boolean {
  const locationFiles =
    location.kind === "ambiguous" ? location.files : "file" in location && location.file ? [location.file] : [];
  return locationFiles.some((file) => host.join(file, "..") === host.join(directory, "."));
}

/** Files that options name, and layers that they leave out. */
function named({ host, choice }: Situation): readonly Detail[] {
  const details = (["global", "project"] as const).flatMap((layer): readonly Detail[] => {
    const chosen = choice[layer];
    if (chosen === undefined) return [];
    if (chosen === false) return [{ text: `the options leave out the ${layer} layer` }];
    return [{ text: `${printable(displayName(host, chosen))}: chosen as the ${layer} layer` }];
  });
  const isHomeless = choice.global === undefined && globalDirectory(host) === undefined;
  return isHomeless ? [{ text: "there is no home directory, so there is no global layer" }, ...details] : details;
}

function unusableLayers({ host, layers }: Situation): readonly Detail[] {
  return layers
    .filter(({ root }) => root === undefined)
    .map((layer) => {
      const { file } = layer.document.source;
      return { text: `${printable(file)} cannot be used; ${printable(whyUnusable(host, layer))}`, file };
    });
}

function cannotRead({ file, reason }: Situation["unreadable"][number]): Detail {
  return { text: `${printable(file)} cannot be read: ${printable(reason)}`, file };
}
