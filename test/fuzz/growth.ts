/** Texts in which a part is repeated: twice as often takes twice the steps (I6). */
import fc from "fast-check";
import { expect } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import type { MemoryHost } from "../machine/memory.js";
import { stepsOf } from "../steps.js";
import { type Case, machineOf, type Text } from "./case.js";

export interface Growth {
  readonly head: string;
  readonly part: string;
  readonly tail: string;
  /** Whether each repetition has names of its own. */
  readonly isNumbered: boolean;
}

/** Some of the lines of a text, or what is between any two places of it. */
export function growthArbitrary(texts: fc.Arbitrary<Text>): fc.Arbitrary<Case> {
  return fc
    .tuple(texts, fc.nat(), fc.nat(), fc.boolean(), fc.boolean())
    .map(([{ format, text = "" }, a, b, byLine, isNumbered]) => {
      const places = byLine ? Array.from(`\n${text}`.matchAll(/\n/g), ({ index }) => index) : undefined;
      const place = (at: number): number =>
        places === undefined ? at % (text.length + 1) : (places[at % places.length] ?? 0);
      const [from, to] = [place(a), place(b)].toSorted((one, other) => one - other) as [number, number];
      const grown = { head: text.slice(0, from), part: text.slice(from, to), tail: text.slice(to), isNumbered };
      return { project: { format, text }, grown };
    });
}

interface Work {
  readonly name: string;
  /** So many steps may be more than in proportion, while a budget is not used up: for suggestions, and to look at a fixed text again. */
  readonly budget: number;
  readonly work: (host: MemoryHost) => unknown;
}

const WORKS: readonly Work[] = [
  { name: "lint", budget: 10_000_000, work: (host) => lint({ host }).diagnostics },
  { name: "load", budget: 10_000_000, work: (host) => load({ host }) },
  { name: "fix", budget: 50_000_000, work: (host) => fix({ host, unsafe: true }) },
];

const SMALL = 32_000;

export async function judgeGrowth({ project, grown }: Case): Promise<void> {
  if (project === undefined || grown === undefined || grown.part === "") return;
  const count = Math.ceil(SMALL / grown.part.length);
  for (const { name, budget, work } of WORKS) {
    const [once, twice] = [count, 2 * count].map((times) => ({ ...project, text: repeated(grown, times) }));
    const steps = async (text: Text | undefined): Promise<number> =>
      stepsOf(() => work(machineOf({ ...(text && { project: text }) })));
    await steps(once);
    const [few, many] = [await steps(once), await steps(twice)];
    expect([name, many, `${few} for half of it`]).toEqual([
      name,
      expect.toSatisfy((most: number) => most <= 2.3 * few + budget),
      expect.anything(),
    ]);
  }
}

function repeated({ head, part, tail, isNumbered }: Growth, times: number): string {
  const names = /[A-Za-z_]\w*(?=["']?\s*:)/;
  const parts = Array.from({ length: times }, (_, index) =>
    isNumbered ? part.replace(names, (name) => name + index) : part,
  );
  return head + parts.join("") + tail;
}
