/** A placeholder from an example in the place of a secret: the agent would send it unchanged. */
import { oncePer } from "../../../../text/once.js";
import { quote } from "../../../../text/quote.js";
import { isLeftOut } from "../../../mean/redaction/references.js";
import { name } from "../phrases.js";
import type { KnownText, Rule } from "../rule.js";
import { isLoopback, readUrl } from "../url.js";
import { reference } from "./reference.js";

export const rule: Rule = {
  id: "secret/placeholder",
  severity: "warning",
  isHarmless: true,
  check(context, report) {
    for (const { scope, texts } of context.layers) {
      for (const { path } of placeholders(texts)) {
        const [section = "", entry = ""] = path;
        const url = readUrl(context.text([section, entry, "url"]));
        // A server on this machine may take any key.
        if (url !== undefined && isLoopback(url)) continue;
        report({
          at: { path, part: "value", layer: scope },
          message: `${name(...path)} holds a placeholder`,
          label: "sent as it is written",
          help: `write ${quote(reference(path))} and set that variable`,
        });
      }
    }
  },
};

const placeholders = oncePer((texts: readonly KnownText[]) =>
  texts.filter(({ text, shape }) => shape.schema["x-secret"] !== undefined && isLeftOut(text)),
);
