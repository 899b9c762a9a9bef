/** The project's file and its prompts in a commit. git only reads objects and runs no program of the repository. */
import { asRead, promptAt } from "../../toolkit/mean/trust/prompts.js";
import { commitOf, gitIn } from "../../toolkit/read/discovery/repository.js";
import { MAX_SIZE } from "../../toolkit/read/document/encoding.js";
import { formatOf } from "../../toolkit/read/document/formats.js";
import { displayName, type Host, repositoryOf, slashed } from "../../toolkit/read/host/host.js";
import { type Layer, layerOf } from "../../toolkit/read/layers/layer.js";
import { configFiles } from "../../toolkit/read/layers/places.js";
import type { ReviewedPrompt } from "./prompts.js";

/** `layer`: undefined if that commit had no file. `reason` completes "cannot look at REF: …". */
type Base = { readonly layer: Layer | undefined } | { readonly reason: string };

/** `project`: the present file; undefined without one. */
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

/** The prompts of a project in a commit, with the files that its configuration named there. `root`: the directory of the project. */
export async function promptsAt(
  host: Host,
  ref: string,
  root: string,
  sources: readonly Omit<ReviewedPrompt, "sha256" | "head" | "size">[],
): Promise<readonly ReviewedPrompt[]> {
  const directory = repositoryOf(host, root);
  if (directory === undefined) return [];
  const git = gitIn(host, directory, MAX_SIZE);
  const commit = await commitOf(git, ref);
  const below = (name: string): string => slashed(host.join(root, name).slice(directory.length + 1));
  const listed = await git(["ls-tree", "-r", "-z", "--name-only", String(commit), "--", `${below(".agent")}/`]);
  const names = listed.kind === "output" ? new TextDecoder().decode(listed.bytes).split("\0") : [];
  const dotAgent = names.flatMap((name) => promptAt(name.slice(below(".agent").length - ".agent".length)) ?? []);
  const prompts: ReviewedPrompt[] = [];
  for (const prompt of [...dotAgent, ...sources]) {
    const blob = await git(["cat-file", "blob", `${commit}:${below(prompt.name)}`]);
    if (blob.kind === "output") prompts.push({ ...prompt, ...asRead(host, blob.bytes) });
  }
  return prompts;
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
