/** Spec 2.11: the daemon does not start with an unreadable trust store, so the configuration is not loaded. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unusable-trust-store"> = {
  id: "path/trust-store",
  severity: "error",
  words: {
    "unusable-trust-store": ({ reason }) => ({
      message: `the trust store cannot be used: ${reason}`,
      help: NAME_A_FILE,
    }),
  },
  check(context, report) {
    const path = ["daemon", "tls", "trust_store"];
    const text = context.text(path) ?? "";
    const [ending] = BINARY.exec(text) ?? [];
    if (ending === undefined && !/[\\/]$/.test(text)) return;
    report({
      severity: "warning",
      at: valueAt(...path),
      message: `${name(...path)} names ${ending === undefined ? "a directory" : `a file of the kind ${quote(ending)}`}, and a PEM file is read`,
      help: ending === undefined ? NAME_A_FILE : "convert it to PEM, and name the new file",
    });
  },
};

const NAME_A_FILE = "name a PEM file with one or more CA certificates, or remove the key";

/** Stores and certificates of other formats. */
const BINARY = /\.(?:p12|pfx|jks|keystore|truststore|p7b|p7c|der|kdb)$/i;
