/** The rules that the schema expresses; the last ones go by the family they belong to (`x-rule`). */
import type { RuleInfo } from "./rule.js";

export const schemaRules: readonly RuleInfo[] = [
  {
    id: "schema/unknown-key",
    severity: "warning",
    summary: "a key that the configuration does not have",
    fixable: true,
  },
  { id: "schema/missing-key", severity: "error", summary: "a required key is missing", fixable: false },
  { id: "schema/wrong-type", severity: "error", summary: "a value of another type than the key takes", fixable: true },
  {
    id: "schema/unknown-value",
    severity: "error",
    summary: "a value that is not one of those accepted",
    fixable: true,
  },
  { id: "schema/unknown-variant", severity: "error", summary: "a tag that names no known variant", fixable: true },
  { id: "schema/out-of-range", severity: "error", summary: "a number outside its limits", fixable: false },
  { id: "schema/format", severity: "error", summary: "a text that does not have the required form", fixable: false },
  { id: "schema/too-long", severity: "error", summary: "a text with more bytes than fit", fixable: false },
  { id: "schema/reserved-name", severity: "error", summary: "`__proto__` used as a name", fixable: false },
  {
    id: "schema/unsafe-integer",
    severity: "warning",
    summary: "an integer too large to be loaded exactly",
    fixable: false,
  },
  { id: "provider/header-name", severity: "error", summary: "a header name that HTTP does not allow", fixable: false },
  {
    id: "mcp/block-list-name",
    severity: "error",
    summary: "a blocked tool that is not written `mcp__server__tool`",
    fixable: false,
  },
  {
    id: "mcp/auth-key-name",
    severity: "error",
    summary: "a credentials directory that may not be named so",
    fixable: false,
  },
];
