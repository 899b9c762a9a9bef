/** Whether the project of a configuration is vouched for, in its current state. */
import { isGranted } from "../../mean/trust/grants.js";
import { type Vouched, vouchedFor } from "../../mean/trust/vouch.js";
import type { Host } from "../../read/host/host.js";
import { layerOfScope } from "../../read/layers/layer.js";
import type { Snapshot } from "./snapshot.js";

interface Trust {
  readonly projectTrust?: "trusted" | "granted" | "untrusted";
  readonly trustedProjects?: readonly string[];
}

/** The state of a project that can be vouched for; undefined without a project, and for one that cannot be vouched for. */
export function vouchedIn({ layers, trees }: Snapshot, host: Host): Vouched | undefined {
  const project = layerOfScope(layers, "project");
  const vouched = project && vouchedFor(host, project, trees.get(project));
  return vouched !== undefined && "sha256" in vouched ? vouched : undefined;
}

export function isTrusted(
  vouchedNow: () => Vouched | undefined,
  host: Host,
  { projectTrust = "trusted", trustedProjects }: Trust,
): boolean {
  if (projectTrust !== "granted") return projectTrust === "trusted";
  const vouched = vouchedNow();
  if (vouched === undefined) return false;
  return trustedProjects === undefined ? isGranted(host, vouched) : trustedProjects.includes(vouched.sha256);
}
