/** Whether the tests that prove sentences of the specifications ran and passed: a reporter, which every run of the tests has. */
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { AGENT } from "./agent.js";
import { PROTOCOL } from "./protocol.js";

/** A sentence or a part of it, the file of its test, and the whole title of that, behind those of the groups that it is in. */
export type Proved = readonly [sentence: string, file: string, title: string];

export interface Ran {
  readonly file: string;
  readonly title: string;
  /** `passed`, or what else became of it. */
  readonly state: string;
}

/** Rows whose test did not pass, each with the reason. A run of some files says nothing of the others. */
export function unproved(rows: readonly Proved[], files: ReadonlySet<string>, ran: readonly Ran[]): readonly string[] {
  return rows.flatMap(([sentence, file, title]) => {
    if (!files.has(file)) return [];
    const states = ran.filter((one) => one.file === file && one.title === title).map(({ state }) => state);
    if (states.length > 0 && states.every((state) => state === "passed")) return [];
    const reason = states.length === 0 ? "is not there" : states.join(", ");
    return [`${JSON.stringify(sentence)}: the test ${JSON.stringify(title)} of ${file} ${reason}`];
  });
}

// biome-ignore lint/style/noDefaultExport: Vitest loads reporters by their default export.
export default class Proof implements Reporter {
  #isPart = false;

  onInit({ config }: Parameters<NonNullable<Reporter["onInit"]>>[0]): void {
    // A run of some tests of a file.
    this.#isPart = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], _: readonly unknown[], reason: string): void {
    if (this.#isPart || reason === "interrupted") return;
    const fileOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId);
    const ran = modules.flatMap((module) =>
      [...module.children.allTests()].map((one) => ({
        ...{ file: fileOf(module), title: one.fullName, state: one.result().state },
      })),
    );
    const problems = unproved([...AGENT, ...PROTOCOL], new Set(modules.map(fileOf)), ran);
    if (problems.length === 0) return;
    console.error(`\nSentences of the specifications without their proof:\n${problems.join("\n")}\n`);
    process.exitCode = 1;
  }
}
