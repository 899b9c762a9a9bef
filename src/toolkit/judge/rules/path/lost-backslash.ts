/** A path in double quotes with single backslashes, which begin an escape there: the path needs them doubled. */
import { withBackslashes } from "../../../../text/backslashes.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { find, pathAt } from "../../../read/document/node.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"lost-backslash"> = {
  id: "path/lost-backslash",
  severity: "warning",
  words: {
    "lost-backslash": ({ at: { span } }, { layer: { document } }) => {
      const path = document.root === undefined ? [] : pathAt(document.root, span.start).path;
      const node = document.root && find(document.root, path)?.node;
      const written = node?.kind === "scalar" ? String(node.value) : "";
      const value = withBackslashes(written);
      return {
        at: valueAt(...path),
        message: "a `\\` in double quotes begins an escape: this path has a tab, a line feed or the like in it",
        help: "write each `\\` twice",
        fixes: [{ title: "write each `\\` twice", safe: true, changes: [{ kind: "replace", path, value }] }],
      };
    },
  },
};
