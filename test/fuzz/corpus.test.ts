/** What once broke a rule, found by `npm run fuzz` or by hand, breaks none any more. */
import { readdirSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { judge } from "./judge.js";

test.each(readdirSync("test/fuzz/corpus"))("%s", async (name) => {
  await judge(JSON.parse(readFileSync(`test/fuzz/corpus/${name}`, "utf8")));
});
