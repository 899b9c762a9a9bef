/** Why work of a session failed, as clients and the log are told. */
import { FileError } from "../../machine/interfaces/files.js";
import { ModelFailure } from "../model/failure.js";
import type { FailedTurn } from "./session.js";

/** The error of a failed turn, and the facts about it for the log. */
export type Cause = Pick<FailedTurn, "error" | "told">;

export function causeOf(error: unknown): Cause {
  if (error instanceof ModelFailure) return { error: error.error, told: error.told };
  if (error instanceof FileError) {
    const message = "nothing can be written to the session's folder";
    return { error: { code: "storage_unavailable", message }, told: {} };
  }
  return { error: { code: "internal", message: "this failed unexpectedly" }, told: {} };
}

/** Undefined where the work succeeds. */
export async function failureOf(work: () => Promise<void>): Promise<Cause | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}
