/** Runs one command of a configuration and returns its output (S20, S21). */
import { withSafePath, withUsualPath } from "../../../text/search-path.js";
import type { Host } from "../../read/host/host.js";
import type { RunResult } from "../../read/host/run.js";
import type { Layer } from "../../read/layers/layer.js";

/** The most bytes that one command may print, or one value may grow to (S21). */
export const MAX_OUTPUT = 1024 * 1024;

/** Runs a command of a layer, in the directory of its file. */
export async function runCommand(
  command: string,
  layer: Layer,
  { host, timeoutMs }: { readonly host: Host; readonly timeoutMs: number },
): Promise<RunResult> {
  const directory = layer.file === undefined ? host.cwd : host.join(layer.file, "..");
  const env = withSafePath(withUsualPath(host.env));
  const result = await host.run(command, { cwd: directory, env, timeoutMs, maxBytes: MAX_OUTPUT });
  return result.kind === "output" ? textOf(result.bytes) : result;
}

/** Output as text: strict UTF-8, no NUL, trailing newlines removed and nothing else (S20, S21). */
function textOf(bytes: Uint8Array): RunResult {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0")
      ? { kind: "failed", reason: "it printed a NUL character" }
      : { kind: "output", bytes, text: withoutFinalNewlines(text) };
  } catch {
    return { kind: "failed", reason: "it printed something that is not UTF-8" };
  }
}

function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}
