/** The XML of Checkstyle, which many review tools read: each checked file, with its findings. */
import { grouped } from "../../../text/grouped.js";
import { nameFromRoot } from "./ground.js";
import { onOneLine } from "./remarks.js";
import type { Exchange } from "./reporter.js";
import { element, xmlDocument } from "./xml.js";

export const checkstyle: Exchange = {
  render: ({ reported }, shown, { ground }) => {
    const findings = grouped(
      shown.map((diagnostic) => {
        const { file, range, severity, rule } = diagnostic;
        const { line, column } = range.start;
        const message = onOneLine(diagnostic, ground);
        return [file, element("error", { line, column, severity, message, source: `agentcfg.${rule}` })] as const;
      }),
    );
    const files = [...new Set(reported.map(({ document }) => document.source.file))];
    const elements = files.flatMap((file) =>
      element("file", { name: nameFromRoot(ground, file) }, findings.get(file)?.flat() ?? []),
    );
    return xmlDocument(element("checkstyle", { version: "4.3" }, elements));
  },
  summary: "none",
};
