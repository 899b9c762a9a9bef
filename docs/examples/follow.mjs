/**
 * Follows a session and adds each finished item to a file, exactly once, whatever ends in between: the daemon, the connection or this program.
 * `node docs/examples/follow.mjs SESSION_DIR [FILE]`; FILE (default: `items.jsonl`) is read at the start and gets one line per item.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { ClientError, daemon } from "agentcfg/client";

const [sessionDirectory, file = "items.jsonl"] = process.argv.slice(2);

/** The point in the last line: the place after the last item in the file. */
function load() {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf("\n") + 1;
  // A line without its end was cut off by a crash: its item comes again.
  truncateSync(file, end);
  const last = bytes.toString("utf8", 0, end).split("\n").at(-2);
  return last === undefined ? undefined : JSON.parse(last).point;
}

/** An item and the point after it are one line: neither is in the file without the other. There is no place to save elsewhere. */
function apply(change, { point }) {
  if (change.kind !== "item") return;
  appendFileSync(file, `${JSON.stringify({ item: change.item, point })}\n`, { mode: 0o600 });
  // What the terminal shows is a copy of the line above; a crash just here leaves it out.
  console.log(change.item.index, change.item.kind, JSON.stringify(change.item.text ?? ""));
}

if (sessionDirectory === undefined) {
  console.error("usage: node follow.mjs SESSION_DIR [FILE]");
  process.exit(2);
}
try {
  await daemon({ sessionDirectory }).follow({ load, apply });
} catch (error) {
  // Such as: `agent continue …` starts the daemon of this session.
  if (!(error instanceof ClientError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
