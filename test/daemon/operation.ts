/** Operations of tests: a window of the snapshot, and a UUID of its own. */
import type { OperationContext } from "../../src/generated/protocol/types.js";
import type { Bench } from "./bench.js";

let made = 0;

export function operationId(): string {
  made += 1;
  return `00000000-0000-4000-8000-${made.toString(16).padStart(12, "0")}`;
}

/** The context of a new operation. */
export async function contextOf(bench: Bench): Promise<OperationContext> {
  const { daemon_epoch, operation_window } = await bench.sync();
  if (operation_window === null) throw new Error("no window");
  return { daemon_epoch, window: operation_window.window, operation: operationId() };
}
