/** The machine that Node runs on, to read and to write. Part of the host. */
import { isNode } from "./builtin.js";
import type { WritingHost } from "./host.js";
import { readingHost, type View, worded } from "./node.js";
import { NO_FILES, pageHost } from "./page.js";
import { createFile, OF_ANOTHER_WRITER, refusalOf, replaceFile } from "./replace.js";

/** The machine of this process, with another working directory or environment if the options name one. */
export function nodeHost(view: View = {}): WritingHost {
  const host = readingHost(view);
  return {
    ...host,
    replaceFile: (file, before, after) => worded(replaceFile(host.resolve(file), before, after)),
    refusalOf: (file) => worded(refusalOf(host.resolve(file))),
    createFile: (file, bytes, forOthers) => worded(createFile(host.resolve(file), bytes, forOthers)),
  };
}

/** Whether a file was not written because another program wrote it at that moment. */
export function isOfAnotherWriter(refusal: string): boolean {
  return OF_ANOTHER_WRITER.some((reason) => worded(reason) === refusal);
}

/** The machine that the library runs on, for functions that may write. */
export function writingHostHere(): WritingHost {
  return isNode ? nodeHost() : writingPage();
}

/** The machine of a page, which cannot write. */
export function writingPage(): WritingHost {
  return { ...pageHost({}), replaceFile: () => NO_FILES, createFile: () => NO_FILES, refusalOf: () => NO_FILES };
}
