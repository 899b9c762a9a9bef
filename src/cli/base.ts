/** The project's file as it was in a commit. git is asked for objects alone: nothing that a repository names is run. */
import { MAX_SIZE } from "../document/encoding.js";
import { formatOf } from "../document/formats.js";
import { runGit } from "../host/git.js";
import { displayName, type Host, repositoryOf, slashed, withSafePath } from "../host/host.js";
import type { RunResult } from "../host/run.js";
import { type Layer, layerOf } from "../layers/layer.js";
import { configFiles } from "../layers/places.js";

/** `layer`: undefined where that commit had none. `reason` completes "cannot look at REF: …". */
type Base = { readonly layer: Layer | undefined } | { readonly reason: string };

/** `project`: as it is now; without one, where it would be. */
export async function projectAt(host: Host, ref: string, project: Layer | undefined): Promise<Base> {
  const { directory, files } = placesOf(host, project);
  if (directory === undefined) return { reason: "this is no repository" };
  const git = (args: readonly string[]): Promise<RunResult> =>
    runGit(args, { cwd: directory, env: withSafePath(host), timeoutMs: 30_000, maxBytes: MAX_SIZE });
  const found = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  const commit = found.kind === "output" ? COMMIT.exec(new TextDecoder().decode(found.bytes))?.[0] : undefined;
  if (commit === undefined) return { reason: whyNot(found) };
  for (const file of files) {
    const blob = await git(["cat-file", "blob", `${commit}:${slashed(file.slice(directory.length + 1))}`]);
    if (blob.kind !== "output") continue;
    const identity = { scope: "project", file, sha256: () => host.sha256(blob.bytes) } as const;
    return { layer: layerOf(`${ref}:${displayName(host, file)}`, blob.bytes, formatOf(file), identity) };
  }
  return { layer: undefined };
}

function whyNot(found: RunResult): string {
  const isAnswer = found.kind === "output" || found.reason.startsWith("exit code");
  return isAnswer ? "git knows no such commit here" : found.reason;
}

const COMMIT = /[0-9a-f]{40,64}(?=\n$)/;

/** The files that may have been the project's, and the repository that they are in. */
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
