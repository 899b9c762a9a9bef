/** The files of other tools in fixtures/import: one folder a tool, the file in its usual place, and what comes of it beside. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface ForeignExample {
  /** The tool's id, which is the name of its folder. */
  readonly id: string;
  /** Where the file is, from the folder. */
  readonly name: string;
  readonly text: string;
}

const ROOT = "fixtures/import";

export const EXAMPLES: readonly ForeignExample[] = readdirSync(ROOT).map((id) => {
  const files = readdirSync(join(ROOT, id), { recursive: true, encoding: "utf8" });
  const [name = ""] = files.filter((file) => statSync(join(ROOT, id, file)).isFile() && !file.startsWith("expected."));
  return { id, name, text: readFileSync(join(ROOT, id, name), "utf8") };
});

/** Everything that is written out in the examples and nobody else may see. */
export const SECRETS: readonly string[] = [
  ...["ghp_Zx81kQmT4vLr0aYw77HsPdNc2eBu5fGi9JoK", "tr0ub4dor", "YOUR_API_KEY_HERE", "lin_wk29dmQ8sPz", "q7Wm2xT0"],
  ...["ctx7sk-5c1d2f", "GOCSPX-9fQ2vY7hLm", "hunter2", "wk_5512c0ffee", "sk-ant-api03-Qd81mm2kLZx0vTy4"],
  ...[
    "8f1e0c55d2",
    "mk_live_aa11bb22",
    "77aa88bb99",
    "sk-ant-api03-Cr81mm2kLZx0vTy4Q",
    "wiki_Zk84mmQp21",
    "first-1234",
    "second-5678",
    "tk_99887766aa",
  ],
];
