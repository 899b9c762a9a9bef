/** Regular expressions on a thread of this machine. */
import { Worker } from "node:worker_threads";
import {
  compiled,
  type Expression,
  type MatchedText,
  type Matcher,
  type StartMatcher,
} from "../interfaces/matching.js";

type Threads = typeof import("node:worker_threads");

interface Work {
  readonly texts: readonly Uint8Array[];
  readonly most: number;
}

/** Runs on the thread, as text: it must name nothing outside itself. */
function onThread({ parentPort, workerData }: Threads): void {
  const LONGEST = 400;
  const BEFORE = 100;
  const { source, flags } = workerData as { readonly source: string; readonly flags: string };
  const expression = new RegExp(source, flags);
  const decoder = new TextDecoder();
  const matched = (bytes: Uint8Array, most: number): MatchedText => {
    const lines: { line: number; text: string }[] = [];
    let count = 0;
    if (bytes.includes(0)) return { lines, count };
    const text = decoder.decode(bytes);
    let number = 0;
    for (let start = 0; start < text.length; ) {
      const feed = text.indexOf("\n", start);
      const end = feed === -1 ? text.length : feed;
      const line = text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
      number += 1;
      start = end + 1;
      const at = line.search(expression);
      if (at === -1) continue;
      count += 1;
      if (lines.length >= most) continue;
      const from = Math.max(0, Math.min(at - BEFORE, line.length - LONGEST));
      const shown = line.slice(from, from + LONGEST);
      const isCut = from + LONGEST < line.length;
      lines.push({ line: number, text: `${from > 0 ? "…" : ""}${shown}${isCut ? "…" : ""}`.toWellFormed() });
    }
    return { lines, count };
  };
  parentPort?.on("message", ({ texts, most }: Work) => {
    let answer: { readonly found: readonly MatchedText[] } | { readonly failure: string };
    try {
      answer = { found: texts.map((bytes) => matched(bytes, most)) };
    } catch (error) {
      answer = { failure: String(error) };
    }
    parentPort?.postMessage(answer);
  });
}

const CODE = `(${onThread})(require("node:worker_threads"))`;

/** In MiB: an expression can be longer than its text, and so can what it remembers. */
const MEMORY = { maxOldGenerationSizeMb: 256 };

export const nodeMatcher: StartMatcher = (expression) => new ThreadMatcher(expression);

type Answer = { readonly found: readonly MatchedText[] } | { readonly failure: string };

class ThreadMatcher implements Matcher {
  readonly #worker: Worker;
  #over = false;

  constructor(expression: Expression) {
    const { source = "", flags = "" } = compiled(expression) ?? {};
    this.#worker = new Worker(CODE, {
      ...{ eval: true, workerData: { source, flags }, resourceLimits: MEMORY, env: {}, stdin: false },
      execArgv: [],
    });
    this.#worker.unref();
    this.#worker.on("error", () => {
      this.#over = true;
    });
    this.#worker.on("exit", () => {
      this.#over = true;
    });
  }

  match(texts: readonly Uint8Array[], most: number): Promise<readonly MatchedText[]> {
    return new Promise((resolve, reject) => {
      if (this.#over) return reject(new Error("the matcher has ended"));
      const worker = this.#worker;
      const settle = (): void => {
        worker.off("message", take).off("exit", ended).off("error", failed);
      };
      const take = (answer: Answer): void => {
        settle();
        if ("found" in answer) resolve(answer.found);
        else reject(new Error(answer.failure));
      };
      const ended = (): void => failed(new Error("the matcher has ended"));
      const failed = (error: Error): void => {
        settle();
        reject(error);
      };
      worker.on("message", take).on("exit", ended).on("error", failed);
      // Of a part of a larger buffer, the rest is somebody else's.
      const own = texts.map((bytes) => (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()));
      worker.postMessage({ texts: own, most }, [...new Set(own.map(({ buffer }) => buffer as ArrayBuffer))]);
    });
  }

  end(): void {
    this.#over = true;
    void this.#worker.terminate();
  }
}
