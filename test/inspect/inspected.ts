/** The facts of the configuration on a machine, and the answers of the other commands there. */
import { readFileSync } from "node:fs";
import { meaningsAt } from "../../src/service/explain/descriptions.js";
import { type Story, storyOf } from "../../src/service/explain/story.js";
import { type Inspection, inspectionOf } from "../../src/service/inspect/facts.js";
import { isVouchedFor } from "../../src/service/waiting.js";
import type { Path } from "../../src/text/path.js";
import { Run } from "../../src/toolkit/judge/analysis/run.js";
import { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../src/toolkit/judge/analysis/surroundings.js";
import { withheldFrom } from "../../src/toolkit/judge/analysis/withheld.js";
import { NO_POLICIES } from "../../src/toolkit/judge/policy/read.js";
import { readInputs } from "../../src/toolkit/lint.js";
import { compileSchema } from "../../src/toolkit/read/schema/shape.js";
import type { Machine } from "../machine/machine.js";

const schema = compileSchema(JSON.parse(readFileSync("schema/config.schema.json", "utf8")));

interface Looked {
  readonly snapshot: Snapshot;
  readonly facts: Inspection;
}

export function inspected({ host }: Pick<Machine, "host">, isUntrusted = false): Looked {
  const run = new Run(readInputs({ host }));
  const snapshot = run.snapshots[0] ?? new Snapshot([], surroundingsOf(host, [], undefined, NO_POLICIES));
  const facts = inspectionOf({
    ...{ snapshot, result: run.result, schema, isUntrusted },
    isVouchedFor: isVouchedFor(snapshot, host, {}),
  });
  return { snapshot, facts };
}

/** The story of a path in a project that its user does not vouch for; undefined for a path that no configuration has. */
export function storyAt(snapshot: Snapshot, path: Path): Story | undefined {
  const [meaning] = meaningsAt(schema, snapshot, path);
  return meaning && storyOf(meaning, snapshot, withheldFrom(snapshot));
}

/** What a command prints as JSON. */
export async function answer<Answer>(place: Machine, ...args: readonly string[]): Promise<Answer> {
  return JSON.parse((await place.run([...args, "--format", "json"])).stdout);
}
