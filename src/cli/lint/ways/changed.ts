/** `agentcfg lint --changed`, `--since REF` and `--staged`: checks the configurations of this repository that git reports as changed. */
import { EXIT } from "../../../terminal/command.js";
import { complain, type Terminal } from "../../../terminal/terminal.js";
import { quote } from "../../../text/quote.js";
import { changedSince } from "../../../toolkit/read/discovery/changed.js";
import {
  commitOf,
  forkOf,
  openRepository,
  type Refusal,
  type Repository,
} from "../../../toolkit/read/discovery/repository.js";
import { type Staged, stagedIn } from "../../../toolkit/read/discovery/staged.js";
import { namesIn } from "../../../toolkit/read/discovery/walk.js";
import { displayName, type Host, isInside } from "../../../toolkit/read/host/host.js";
import { realName } from "../../../toolkit/read/layers/identity.js";
import type { Unreadable } from "../../../toolkit/read/layers/layer.js";
import type { WayFlags, WayIn } from "./way.js";

/** `names`: files and directories to check; by default, the whole repository. */
export async function wayByGit(terminal: Terminal, names: readonly string[], flags: WayFlags): Promise<WayIn | number> {
  const repository = await openRepository(terminal.host);
  const changed = "reason" in repository ? repository : await changedIn(terminal.host, repository, flags);
  if ("reason" in changed) {
    await complain(
      terminal,
      `cannot ${"reason" in repository || flags.since === undefined ? "tell what has changed" : `look at ${quote(flags.since)}`}: ${changed.reason}`,
    );
    return EXIT.usage;
  }
  const { host } = changed;
  const isWanted = placesIn(host, names);
  const wanted = changed.files.filter(isWanted);
  const files = new Set(wanted.map((file) => projectOr(host, file)));
  const unreadable = [...changed.unreadable, ...missing(host, names)];
  return { files: [...files], host, unreadable, nothing: { why: "no configuration has changed", code: EXIT.ok } };
}

async function changedIn(host: Host, repository: Repository, { since, staged }: WayFlags): Promise<Staged | Refusal> {
  if (staged) return stagedIn(host, repository);
  const commit = await (since === undefined ? commitOf(repository.git, "HEAD") : forkOf(repository, since));
  // Without a commit, every file is new.
  if (typeof commit !== "string" && since !== undefined) return commit;
  const changed = await changedSince(host, repository, typeof commit === "string" ? commit : undefined);
  return "reason" in changed ? changed : { ...changed, host };
}

/** Whether a file is named, or below a named directory. */
function placesIn(host: Host, names: readonly string[]): (file: string) => boolean {
  const places = names.map((name) => realName(host, name));
  return (file) => {
    const real = realName(host, file);
    return names.length === 0 || places.some((place) => place === real || isInside(real, place));
  };
}

/** Named paths that do not exist. */
function missing(host: Host, names: readonly string[]): readonly Unreadable[] {
  return names
    .filter((name) => host.kindOf(host.resolve(name)) === undefined)
    .map((name) => ({ file: displayName(host, name), reason: "there is no such file" }));
}

/** A file, or its directory if that holds several configurations: `lint` reports which one counts. */
function projectOr(host: Host, file: string): string {
  const names = namesIn(host, host.join(file, ".."));
  return names.includes(file) ? file : (names[0] ?? file);
}
