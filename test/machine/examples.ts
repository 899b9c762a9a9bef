/** The example pairs, as files of a machine. */
import { readFileSync } from "node:fs";
import { formatOf } from "../../src/toolkit/read/document/formats.js";
import type { Files } from "./machine.js";
import { globalFile, projectFile } from "./names.js";

/** The two files of a folder of examples, each in its place. */
export function example(folder: string, global: string, project: string): Files {
  const text = (name: string): string => readFileSync(`fixtures/examples/${folder}/${name}`, "utf8");
  return { [globalFile(formatOf(global))]: text(global), [projectFile(formatOf(project))]: text(project) };
}
