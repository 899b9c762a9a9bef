/** A policy of an organisation (S59): a file outside of configurations that says what they may contain. It only restricts. */
import type { AgentPolicy } from "../../../generated/policy.js";
import { policySchema } from "../../../generated/policy-schema.js";
import { once } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import type { Document } from "../../read/document/parse.js";
import type { SchemaNode } from "../../read/schema/schema-node.js";
import { compileSchema, type Shape } from "../../read/schema/shape.js";

export interface Policy {
  /** Where its keys are written. */
  readonly document: Document;
  /** Absolute name of the file. */
  readonly file: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
  readonly demands: Readonly<AgentPolicy>;
}

/** The shape of a policy's file. */
export const policyShape: () => Shape = once(() => compileSchema(policySchema as SchemaNode));

/** A key that restricts configurations. */
export interface PolicyKey {
  readonly path: Path;
  readonly shape: Shape;
  /** The restricted paths of a configuration, as `x-binds` has them. */
  readonly binds: readonly (readonly string[])[];
}

/** All keys that restrict configurations, in the order of the schema. */
export const policyKeys = once((): readonly PolicyKey[] => keysIn(policyShape(), []));

function keysIn({ properties }: Shape, around: Path): readonly PolicyKey[] {
  return Array.from(properties).flatMap(([key, shape]) => {
    const path = [...around, key];
    const { "x-binds": binds } = shape.schema;
    return binds === undefined ? keysIn(shape, path) : [{ path, shape, binds: binds.map((one) => one.split("/")) }];
  });
}

/** The restricted paths of one key. */
export function bindsOf(...key: Path): PolicyKey["binds"] {
  return policyKeys().find(({ path }) => path.join("/") === key.join("/"))?.binds ?? [];
}

/** Whether a key restricts the value at a path, or one in it. */
export function isBound(path: Path, { binds }: PolicyKey): boolean {
  return binds.some((pattern) => {
    const isOpen = pattern.at(-1) === "**";
    const steps = isOpen ? pattern.slice(0, -1) : pattern;
    if (!isOpen && path.length > steps.length) return false;
    return steps.every((step, index) => index >= path.length || step === "*" || step === String(path[index]));
  });
}
