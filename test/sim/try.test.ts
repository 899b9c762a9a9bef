import { test } from "vitest";
import { planOf } from "./plan.js";
import { live } from "./world.js";

test("try", { timeout: 0 }, async () => {
  const from = Number(process.env["SEED"] ?? 1),
    count = Number(process.env["COUNT"] ?? 1);
  const began = performance.now();
  let steps = 0;
  const bad = new Map<string, number[]>();
  for (let seed = from; seed < from + count; seed += 1) {
    const out = await live(planOf(seed));
    steps += out.steps;
    if (count === 1) console.log(out.history.join("\n"));
    if (out.failure) {
      const k = out.failure.replace(/[0-9]+/g, "N").slice(0, 150);
      bad.set(k, [...(bad.get(k) ?? []), seed]);
    }
  }
  for (const [k, v] of bad) console.log(v.length, k, v.slice(0, 6).join(" "));
  console.log(count, "seeds", steps, "steps", Math.round(performance.now() - began), "ms", process.cpuUsage());
});
