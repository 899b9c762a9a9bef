/** Creates or updates the schema next to a configuration, and never overwrites a file of somebody else. */
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import { toData } from "../../toolkit/read/document/node.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { EDITOR_ID } from "../../toolkit/read/schema/editor/schema.js";
import { type Change, documentIn, encoded, presentAt } from "./change.js";

export const SCHEMA_NAME = "config.schema.json";

export function schemaChange(host: Host, file: string, text: string): Change {
  const present = presentAt(host, file);
  if ("why" in present) return { kind: "refuse", file, why: present.why };
  const after = encoded(text);
  const { bytes: before } = present;
  if (before === undefined) return { kind: "write", file, before, after, done: "written" };
  const { root } = documentIn(host, file, before, "json") ?? {};
  if (!isOurs(root && toData(root))) return { kind: "refuse", file, why: "it is not a schema that agentcfg wrote" };
  if (Buffer.from(before).equals(after)) return { kind: "leave", file, why: "up to date" };
  return { kind: "write", file, before, after, done: "brought up to date" };
}

function isOurs(schema: Json | undefined): boolean {
  const id = isObject(schema) ? schema["$id"] : undefined;
  return typeof id === "string" && id.startsWith(EDITOR_ID);
}
