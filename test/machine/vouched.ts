/** A machine whose user vouches for the project as it is. */
import type { Machine } from "./machine.js";

export async function vouched(at: Machine): Promise<Machine> {
  const { stdout } = await at.run(["trust"]);
  const sum = /sha256 ([0-9a-f]{64})/.exec(stdout)?.[1];
  // A project without configuration has no sum, and nothing in it waits.
  if (sum === undefined) return at;
  const { code, stderr } = await at.run(["trust", "--sha256", sum]);
  if (code !== 0) throw new Error(`cannot vouch: ${stderr}`);
  return at;
}
