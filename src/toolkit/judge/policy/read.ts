/**
 * Reads the policies in force: the machine's own, and one that the caller names in addition. No file is no policy, an empty file is a policy
 * that restricts nothing, and any mistake makes a policy unusable: it is never ignored.
 */
import { decode, MAX_SIZE, TOO_LARGE } from "../../read/document/encoding.js";
import type { ReadingFact } from "../../read/document/facts.js";
import { formatOf } from "../../read/document/formats.js";
import { toData } from "../../read/document/node.js";
import { type Document, parse } from "../../read/document/parse.js";
import { displayName, type Host } from "../../read/host/host.js";
import { check } from "../../read/schema/check.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import { placeOf } from "../../read/schema/place.js";
import { type Policy, policyShape } from "./policy.js";

/** A policy that cannot be used: its mistakes, or the reason why it is not read. */
export interface UnusablePolicy {
  readonly document: Document;
  readonly mistakes: readonly (ReadingFact | SchemaFact)[];
  readonly reason: string | undefined;
  /** Set if there is no such file, so that it has no places. */
  readonly isMissing?: true;
}

export interface Policies {
  readonly inForce: readonly Policy[];
  readonly unusable: readonly UnusablePolicy[];
}

export const NO_POLICIES: Policies = { inForce: [], unusable: [] };

/** `named`: the caller's own policy, which holds in addition to the machine's. */
export function readPolicies(host: Host, named: string | undefined): Policies {
  const own = policyFiles(host, named);
  if (own.length === 0) return NO_POLICIES;
  const read = own.map((file) => readPolicy(host, file));
  return {
    inForce: read.filter((one) => "demands" in one),
    unusable: read.filter((one) => "mistakes" in one),
  };
}

/** The files of policies, each once: the machine's if there is one, and the caller's whether it exists or not. */
function policyFiles(host: Host, named: string | undefined): readonly string[] {
  const { policyFile } = host;
  const isThere = policyFile !== undefined && host.kindOf(policyFile) !== undefined;
  return [...new Set([...(isThere ? [policyFile] : []), ...(named === undefined ? [] : [host.resolve(named)])])];
}

/** Reads the file of one policy, in force or not. */
export function readPolicy(host: Host, file: string): Policy | UnusablePolicy {
  const name = displayName(host, file);
  const read = host.readFile(file, MAX_SIZE);
  if (read.kind === "too-large") return unusable(name, { mistakes: [TOO_LARGE] });
  if (read.kind === "unreadable") {
    const isMissing = host.kindOf(file) === undefined;
    return { ...unusable(name, { reason: read.reason }), ...(isMissing && { isMissing }) };
  }
  if (read.isOpen) return unusable(name, { reason: "every user of this machine may write it; `chmod o-w` mends that" });
  const { text, problem } = decode(read.bytes);
  if (problem !== undefined) return { ...unusable(name, { mistakes: [problem] }), document: bare(name, text) };
  const document = parse({ file: name, text }, formatOf(file));
  const { root, problems } = document;
  if (root === undefined || problems.length > 0) return { document, mistakes: problems, reason: undefined };
  // Nothing is substituted in a policy.
  const mistakes = check(placeOf(root, policyShape()), { literal: (written) => written });
  if (mistakes.length > 0) return { document, mistakes, reason: undefined };
  const demands = toData(root) as unknown as Policy["demands"];
  return { document, file, sha256: host.sha256(read.bytes), demands };
}

function unusable(name: string, { mistakes = [], reason }: Partial<UnusablePolicy>): UnusablePolicy {
  return { document: bare(name, ""), mistakes, reason };
}

function bare(name: string, text: string): Document {
  return { source: { file: name, text }, format: formatOf(name), root: undefined, problems: [], leftOut: [] };
}
