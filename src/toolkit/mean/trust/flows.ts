/** Finds the user's secrets that a project redirects, and the project's other changes in their entries. */
import { grouped } from "../../../text/grouped.js";
import { NONE } from "../../../text/none.js";
import { type Path, toPointer } from "../../../text/path.js";
import type { Layer } from "../../read/layers/layer.js";
import { isCustomKind } from "../configuration/models.js";
import { jsonAt, type Setting, settingAt } from "../configuration/setting.js";
import type { Change } from "./changes.js";
import { credentialsIn, credentialsLeft } from "./entry-credentials.js";
import { addressIn, effectOf, leadOf } from "./environment.js";
import type { Flows } from "./flow.js";
import { borrowedLogins } from "./logins.js";
import { optionFlows } from "./options.js";
import { isSameUrl, originOf } from "./origin.js";

/** `below`: the settings without the project. */
export function flowsOf(settings: Setting, project: Layer, changes: readonly Change[], below: Setting): Flows {
  const options = optionFlows(settings, project, changes, below);
  const [redirects, touches, accounts] = [[...options.redirects], [...options.touches], new Set<Change>()];
  const borrowed = borrowedLogins(settings, below);
  const removed: Change[] = [];
  for (const own of byEntry(changes)) {
    const { entry } = own[0] ?? {};
    if (entry === undefined) continue;
    const isUsers = !entry.isOwn;
    const named = own.filter((change) => isUrl(change) || namesLogin(change));
    const logins = named.length === 0 ? [] : borrowed(entry.path);
    // Most entries belong only to the project and hold no credentials of the user.
    if (!isUsers && logins.length === 0 && entry.path[0] !== "integrations") continue;
    const whole = settingAt(settings, entry.path);
    if (whole === undefined) {
      removed.push(...own.filter((change) => isTouch(change) && holdsCredential(change, below)));
      continue;
    }
    const at = (paths: readonly Path[]): readonly Path[] => paths.map((path) => [...entry.path, ...path]);
    const there = settingAt(below, entry.path);
    const credentialsBefore = there === undefined ? [] : at(credentialsIn(there));
    const remaining = isUsers ? at(credentialsLeft(whole, project, there)) : [];
    const isHeld = isAmong(credentialsBefore);
    const isSet = (change: Change): boolean => !isRefused(change, whole, project);
    const redirecting = isUsers ? own.filter((change) => leadsElsewhere(change, whole, isHeld(change.path))) : [];
    const sent = redirecting.length === 0 ? [] : remaining;
    const credentials = [...sent, ...logins.filter((path) => !isAmong(sent)(path))];
    const sink = own.find((change) => redirecting.includes(change) || (logins.length > 0 && named.includes(change)));
    if (
      sink !== undefined &&
      (credentials.length > 0 || redirecting.some(({ capability }) => capability === "destination"))
    ) {
      const url = namesLogin(sink) ? jsonAt(whole, ["url"]) : undefined;
      const all = [sink, ...redirecting.filter((change) => change !== sink)];
      const sinks = all.filter(isSet);
      redirects.push({ entry: entry.path, sink, sinks, there: originOf(url ?? sink.now), credentials });
      if (sinks.length > 0) continue;
    }
    const isOn = jsonAt(whole, ["enabled"]) === true;
    const ofProject = own.filter((change) => isOwnAccount(change, isHeld(change.path), isOn));
    for (const change of ofProject) accounts.add(change);
    const rest = own.filter((change) => isTouch(change) && !ofProject.includes(change) && isSet(change));
    // If the rest of the entry holds no credential of the user's, it is not a touch.
    const [change, ...others] = rest;
    if (credentialsBefore.length === 0 || change === undefined || (ofProject.length > 0 && remaining.length === 0))
      continue;
    const lost = credentialsBefore.filter((path) => !isAmong(remaining)(path));
    const isLost = lost.length > 0 && ofProject.length === 0;
    touches.push({ entry: entry.path, change, others, credentials: isLost ? lost : remaining, isLost });
  }
  // One `null` removes all of them.
  const [first, ...others] = removed;
  if (first?.entry !== undefined) {
    const credentials = removed.map(({ path }) => path);
    touches.push({ entry: first.entry.path, change: first, others, credentials, isLost: true });
  }
  return { redirects, touches, accounts };
}

/** Whether a removed value was a credential of its entry. */
function holdsCredential({ entry, path }: Change, below: Setting): boolean {
  const whole = entry && settingAt(below, entry.path);
  const credentials = whole === undefined ? [] : credentialsIn(whole);
  return credentials.some((credential) => toPointer(credential) === toPointer(path.slice(entry?.path.length)));
}

/** The changes of each entry, all of which share its object. A model holds no secret, and a project may bring thousands. */
function byEntry(changes: readonly Change[]): Iterable<readonly Change[]> {
  const pairs = changes.flatMap((change): readonly (readonly [Change["entry"], Change])[] => {
    const { entry } = change;
    return entry === undefined || entry.path[0] === "models" ? NONE : [[entry, change]];
  });
  return grouped(pairs).values();
}

function isAmong(paths: readonly Path[]): (path: Path) => boolean {
  const there = new Set(paths.map(toPointer));
  return (path) => there.has(toPointer(path));
}

function isUrl({ path, capability }: Change): boolean {
  return capability === "destination" && path.at(-1) === "url" && path.length === 3;
}

/** Whether a change chooses a login. */
function namesLogin({ path, capability, now }: Change): boolean {
  const { 2: key, 3: part = key } = path;
  return (
    capability === "credential" && now !== undefined && ["profile", "auth_key_name", "type"].includes(String(part))
  );
}

/** Whether a change sets the address of a callback. */
export function isCallback({ path, capability }: Change): boolean {
  return capability === "destination" && path.at(-2) === "redirect";
}

/**
 * Whether a change contacts or starts another destination than before. Replacing a credential counts only if the new value is sent to
 * another host.
 */
function leadsElsewhere(sink: Change, entry: Setting, replacesCredential: boolean): boolean {
  const { path, capability, now, before } = sink;
  // An entry without a URL leads to its vendor.
  if (now === undefined) return isUrl(sink);
  if (isCallback(sink)) return false;
  const origin = originOf(now);
  if (capability === "credential") {
    if ((origin ?? now) === (originOf(before) ?? before)) return false;
    if (path[2] === "headers") return addressIn(String(path[3]), now) !== undefined;
    const lead = path[2] === "env" ? leadOf(String(path[3]), now) : undefined;
    return lead !== undefined && !(lead === "any" && replacesCredential);
  }
  if (capability !== "destination") return capability === "runs-code";
  if (origin !== undefined) return origin !== originOf(before);
  // A kind leads to its vendor unless the entry has a URL; a custom kind has no vendor.
  return isUrl(sink) || (!isCustomKind(String(now)) && settingAt(entry, ["url"]) === undefined);
}

/** Whether a change sets a variable that affects any program: an error by itself, and never applied (`mcp/loader-environment`). */
function isRefused({ path, now }: Change, entry: Setting, project: Layer): boolean {
  if (path[0] !== "mcp_servers" || path[2] !== "env" || settingAt(entry, ["command"])?.source === project) return false;
  return effectOf(String(path[3]), () => (typeof now === "string" ? now : undefined)) !== undefined;
}

/** Whether a project's credential opens a user's entry. Outside `auth`, only a replaced credential counts: headers may hold anything. */
function isOwnAccount(
  { capability, path, entry, now, before }: Change,
  replacesCredential: boolean,
  isOn: boolean,
): boolean {
  if (capability !== "credential" || now === undefined) return false;
  // The service that answers searches is fixed; the owner of the account can read them.
  if (path[0] === "integrations") return before !== undefined || isOn;
  if (entry?.isOwn === true) return false;
  const isHow = ["type", "scopes"].includes(String(path.at(-1)));
  return !isHow && (path[2] === "auth" || (replacesCredential && typeof now === "string"));
}

/** Whether a change of an entry with a credential is more than another spelling, and has no other rule. */
function isTouch(change: Change): boolean {
  const { capability, now, before } = change;
  return capability !== "guard" && capability !== "model" && !isCallback(change) && !isSameUrl(now, before);
}
