/** Whether the daemon can read its additional certificates; it does not start without them. */
import { printable } from "../../text/escape.js";
import { literalOf } from "../../text/scan.js";
import { jsonAt } from "../../toolkit/mean/configuration/setting.js";
import { TRUST_STORE, trustStoreProblem } from "../../toolkit/mean/configuration/trust-store.js";
import { type Check, placeName } from "./check.js";

export const trustStore: Check = {
  id: "trust-store",
  look: (situation) => {
    const { host, snapshot, counting } = situation;
    const file = jsonAt(counting.complete, TRUST_STORE);
    if (typeof file !== "string") return { status: "ok", title: "no trust store is configured", details: [] };
    const place = placeName(situation, TRUST_STORE);
    if (literalOf(file) === undefined)
      return { status: "ok", title: `${place} depends on a variable and was not checked`, details: [] };
    const why = trustStoreProblem(counting.complete, host);
    const details = [{ text: printable(snapshot.redactor.text(file)) }];
    if (why === undefined) return { status: "ok", title: "the trust store can be used", details };
    const title = `the trust store cannot be used: ${printable(why)}`;
    if (host.isAbsolute(file))
      return {
        status: "problem",
        title,
        details,
        advice: `let ${place} name a PEM file of CA certificates, or remove it`,
      };
    const advice = `write ${place} as an absolute path: a relative one starts at the working directory of the daemon`;
    return { status: "warning", title, details, advice };
  },
};
