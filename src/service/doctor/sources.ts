/** Checks the files of the project that facets, subagents and the shell read. */
import { printable } from "../../text/escape.js";
import { type Path, toPointer } from "../../text/path.js";
import { kindIn } from "../../toolkit/judge/analysis/surroundings.js";
import { placesWith } from "../../toolkit/judge/rules/known-places.js";
import { projectPathProblem } from "../../toolkit/judge/rules/path/project-path.js";
import { endOf, isPlain, type Look } from "../../toolkit/judge/rules/path/way.js";
import { definitionAt, jsonAt } from "../../toolkit/mean/configuration/setting.js";
import { workingDirectories } from "../../toolkit/read/host/host.js";
import { startsAtProject } from "../../toolkit/read/schema/path-start.js";
import { type Check, count, type Detail, placeName, type Situation, type Status, worst } from "./check.js";

interface Missing {
  readonly status: Status;
  readonly detail: Detail;
}

export const sources: Check = {
  id: "sources",
  look: (situation) => {
    const missing = placesOf(situation).flatMap((path) => missingAt(situation, path));
    const details = missing.map(({ detail }) => detail);
    if (missing.length === 0) return { status: "ok", title: "every file that prompts are read from is there", details };
    const status = worst(missing.map((one) => one.status));
    const title = `${count(missing.length, "file")} that the agent is to read ${missing.length === 1 ? "is" : "are"} not there`;
    return { status, title, details, advice: "create the file, or write the path of one from the project's root" };
  },
};

/** The paths of the configuration that name files of the project. */
function placesOf({ snapshot: { complete } }: Situation): readonly Path[] {
  return placesWith(complete, "x-path").flatMap(({ path, shape }) =>
    startsAtProject(shape.schema["x-path"]) ? [path] : [],
  );
}

function missingAt(situation: Situation, path: Path): readonly Missing[] {
  const { snapshot } = situation;
  const text = jsonAt(snapshot.complete, path);
  // Lint reports a path that cannot be a file of the project.
  if (typeof text !== "string" || projectPathProblem(text) !== undefined || !isPlain(text)) return [];
  const { kind } = endOf(text, lookIn(situation));
  if (kind === "file" || kind === "unknown" || kind === "outside") return [];
  const layer = definitionAt(snapshot.complete, path)?.layer;
  const shown = printable(snapshot.redactor.text(text));
  const what = kind === "directory" ? "is a directory" : kind === "other" ? "is no regular file" : "is not there";
  // A file that the global layer names need not exist in every project, and a project outside `.agent` has no known root.
  const isSure = layer?.scope === "project" && snapshot.surroundings.kindOf !== undefined;
  const status = isSure ? "problem" : "warning";
  const file = layer?.document.source.file;
  const detail = {
    text: `${shown}, for ${placeName(situation, path)}, ${what}`,
    path: toPointer(snapshot.redactor.path(path)),
    ...(file === undefined ? {} : { file }),
  };
  return [{ status, detail }];
}

/** The kind of a file in the project, or in the directory that could be its root. */
function lookIn({ host, snapshot }: Situation): Look {
  const root = workingDirectories(host).at(-1) ?? host.cwd;
  return snapshot.surroundings.kindOf ?? ((path) => kindIn(host, root, path));
}
