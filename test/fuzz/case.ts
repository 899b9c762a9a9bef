/** What the fuzzer tries: two layers, as the bytes of files. A case is a file of the corpus. */
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { answer, ENV } from "../arbitrary/pair.js";
import { type MemoryHost, memoryHost } from "../machine/memory.js";
import { globalFile, projectFile } from "../machine/names.js";
import type { Growth } from "./growth.js";

export interface Text {
  readonly format: Format;
  /** Its text; bytes that are not UTF-8 are in `base64` instead. */
  readonly text?: string;
  readonly base64?: string;
}

export interface Case {
  /** Its subject. */
  readonly about?: string;
  readonly global?: Text;
  readonly project?: Text;
  /** Links in the repository, each to a path from there. */
  readonly links?: Readonly<Record<string, string>>;
  /** A part of the project's text that may be repeated. */
  readonly grown?: Growth;
}

/** The text as it can be written into a file of the corpus. */
export function textOf(format: Format, bytes: Uint8Array): Text {
  const text = Buffer.from(bytes).toString("utf8");
  return Buffer.from(text).equals(bytes) ? { format, text } : { format, base64: Buffer.from(bytes).toString("base64") };
}

export function bytesOf({ text, base64 }: Text): Uint8Array {
  return base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64");
}

/** A machine with the layers of a case. Its variables and what its commands print are canaries. */
export function machineOf({ global, project }: Case): MemoryHost {
  const files = {
    ...(global && { [globalFile(global.format)]: bytesOf(global) }),
    ...(project && { [projectFile(project.format)]: bytesOf(project) }),
  };
  return memoryHost({ files, env: ENV, answer });
}
