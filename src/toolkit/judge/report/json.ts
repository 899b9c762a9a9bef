/** The machine report, version 1: `schema/report.schema.json` is its contract. */
import { printableJson } from "../../../text/escape.js";
import type { Reporter } from "./reporter.js";

export const json: Reporter = {
  render: ({ layers, unreadable, summary, suppressed, unchecked }, diagnostics) => {
    const read = layers.map(({ scope, document, sha256 }) => ({
      scope,
      file: document.source.file,
      sha256: sha256?.(),
    }));
    return `${printableJson({ version: 1, layers: read, unreadable, summary, suppressed, unchecked, diagnostics })}\n`;
  },
  summary: "none",
};
