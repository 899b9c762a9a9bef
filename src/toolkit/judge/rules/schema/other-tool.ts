/** The file of another tool: one finding for the file instead of one for every line. */
import { quote } from "../../../../text/quote.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"other-tool"> = {
  id: "schema/other-tool",
  severity: "error",
  words: {
    "other-tool": ({ tool }, { layer }) => {
      const { file } = layer.document.source;
      const name = file.startsWith("<") ? "-" : file;
      return {
        message: `this looks like a configuration of ${tool}`,
        label: "not a key of this agent",
        help: `${quote(`agentcfg import ${name}`)} turns it into a configuration of this agent`,
      };
    },
  },
};
