/** The project's file as it was in a commit. git only reads objects, so nothing in the repository is run. */
import { commitOf, gitIn } from "../../toolkit/read/discovery/repository.js";
import { MAX_SIZE } from "../../toolkit/read/document/encoding.js";
import { formatOf } from "../../toolkit/read/document/formats.js";
import { displayName, type Host, repositoryOf, slashed } from "../../toolkit/read/host/host.js";
import { type Layer, layerOf } from "../../toolkit/read/layers/layer.js";
import { configFiles } from "../../toolkit/read/layers/places.js";

/** `layer`: undefined when that commit had none. `reason` completes "cannot look at REF: …". */
type Base = { readonly layer: Layer | undefined } | { readonly reason: string };

/** `project`: the file as it is now; undefined when there is none. */
export async function projectAt(host: Host, ref: string, project: Layer | undefined): Promise<Base> {
  const { directory, files } = placesOf(host, project);
  if (directory === undefined) return { reason: "this is no repository" };
  const git = gitIn(host, directory, MAX_SIZE);
  const commit = await commitOf(git, ref);
  if (typeof commit !== "string") return commit;
  for (const file of files) {
    const blob = await git(["cat-file", "blob", `${commit}:${slashed(file.slice(directory.length + 1))}`]);
    if (blob.kind !== "output") continue;
    const identity = { scope: "project", file, sha256: () => host.sha256(blob.bytes) } as const;
    return { layer: layerOf(`${ref}:${displayName(host, file)}`, blob.bytes, formatOf(file), identity) };
  }
  return { layer: undefined };
}

/** The files that may have been the project's, and their repository. */
function placesOf(
  host: Host,
  project: Layer | undefined,
): { readonly directory: string | undefined; readonly files: readonly string[] } {
  const own = project?.file;
  const directory = repositoryOf(host, own === undefined ? host.cwd : host.join(own, ".."));
  if (own === undefined)
    return { directory, files: directory === undefined ? [] : configFiles(host, host.join(directory, ".agent")) };
  const others = configFiles(host, host.join(own, ".."));
  return { directory, files: [own, ...(others.includes(own) ? others : [])] };
}
