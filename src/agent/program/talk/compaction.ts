/** What a person is told of the size of a conversation, and of its compactions (P-S103). */
import type { Terminal } from "../../../terminal/terminal.js";
import { inThousands, withCommas } from "../../../text/number.js";
import type { Change, ContextSize } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";

/** Says that a conversation was compacted, when a change does. */
export async function sayCompaction({ stderr }: Pick<Terminal, "stderr">, change: Change): Promise<void> {
  if (change.kind !== "record" || change.record.kind !== "compacted") return;
  const { before, after } = change.record;
  const sizes = `from about ${withCommas(before)} to about ${withCommas(after)} tokens`;
  await complain({ stderr }, `the conversation was compacted ${sizes}: the model is told a summary of its older part`);
}

/** The size of a conversation after a change; undefined for one that does not tell it. `last`: the size before. */
export function contextAfter(change: Change, last: ContextSize | undefined): ContextSize | undefined {
  if (change.kind === "snapshot") return change.snapshot.context;
  if (change.kind !== "record") return last;
  const { record } = change;
  if (record.kind === "compacted") return last === undefined ? undefined : { ...last, used: record.after };
  return record.kind === "turn_finished" ? (record.context ?? last) : last;
}

/** `4.7k/16k`: of the window of its model. */
export function shareOf({ used, window }: ContextSize): string {
  return `${inThousands(used)}/${inThousands(window)}`;
}
