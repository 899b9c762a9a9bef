/** A package that no policy allows, fetched by a launcher for a tool server. */
import { grouped } from "../../../../text/grouped.js";
import { oncePer } from "../../../../text/once.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import type { Package } from "../mcp/launchers.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { breach, type Demand, demandsOf, isForeign, isListed } from "./breach.js";
import { diversionsIn, fetchedBy } from "./fetched.js";

const KEY = ["allow", "packages"];
const WHY = "only these packages are allowed";

export const rule: Rule = {
  id: "policy/forbidden-package",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  check(context, report) {
    const demands = demandsOf(context, ({ allow }) => allow?.packages);
    if (demands.length === 0) return;
    for (const { server, path, fetched } of fetchedBy(context)) {
      const broken = demands.filter(({ value }) => fetched === undefined || !allows(value, fetched));
      if (broken.length === 0) continue;
      const allowed = fetched && allowedVersions(broken, fetched);
      const shown = fetched === undefined || isForeign(context, path) ? undefined : quote(fullName(fetched));
      report(
        breach(valueAt(...path), broken, KEY, {
          message:
            fetched === undefined
              ? `${name("mcp_servers", server)} does not show which package it runs, and the policy does not allow every package`
              : `the policy does not allow the package ${shown ?? "that this names once it is loaded"}`,
          label:
            fetched === undefined
              ? "not a plain package"
              : allowed === undefined || shown === undefined
                ? "not an allowed package"
                : `allowed is ${allowed}`,
          because: [["mcp_servers", server, "command"]],
          why: WHY,
        }),
      );
    }
    for (const { server, path, name: option } of diversionsIn(context))
      report(
        breach(path.includes("env") ? keyAt(...path) : valueAt(...path), demands, KEY, {
          message: `${quote(option)} lets ${name("mcp_servers", server)} run other code under the name of an allowed package`,
          label: "not with a policy about packages",
          because: [["mcp_servers", server, "command"]],
          why: WHY,
        }),
      );
  },
};

function fullName({ name: called, version }: Package): string {
  return version === "" ? called : `${called}@${version.replace(/^@/, "")}`;
}

/** The names of a list, each with its versions; undefined for any version. */
const versionsOf = oncePer((entries: readonly string[]) =>
  grouped(
    entries.map((entry) => {
      const at = entry.lastIndexOf("@");
      return at <= 0 ? ([entry, undefined] as const) : ([entry.slice(0, at), entry.slice(at + 1)] as const);
    }),
  ),
);

/** The versions of a package that each of these policies allows, for a sentence; undefined without any. */
function allowedVersions(demands: readonly Demand<readonly string[]>[], { name: called }: Package): string | undefined {
  const [first = new Set<string>(), ...rest] = demands.map(
    ({ value }) => new Set((versionsOf(value).get(called) ?? []).flatMap((version) => version ?? [])),
  );
  const common = [...first].filter((version) => rest.every((one) => one.has(version)));
  return common.length === 0 ? undefined : quoteList(common.map((version) => `${called}@${version}`));
}

function allows(entries: readonly string[], { name: called, version: written }: Package): boolean {
  const version = written.replace(/^@/, "");
  // A version may be the address of another package, or an alias for one.
  if (/[:/\\]/.test(version) && !/^sha256:[0-9a-f]+$/.test(version)) return false;
  const isCalled = (entry: string): boolean => entry === called || (entry.includes("*") && isListed(called, [entry]));
  return Array.from(versionsOf(entries)).some(
    ([entry, versions]) => isCalled(entry) && versions.some((one) => one === undefined || one === version),
  );
}
