/** Files with secrets in clear text that others on this machine can read. */
import { printable } from "../../text/escape.js";
import { hiddenIn } from "../../toolkit/mean/redaction/hidden.js";
import { type Check, count, type Detail, type Situation } from "./check.js";

/** Mode bits: readable by the group or by everybody. */
const BY_OTHERS = 0o044;

export const secrets: Check = {
  id: "secrets",
  look: (situation) => {
    const details = exposed(situation);
    if (details.length === 0)
      return { status: "ok", title: "no file with a secret in it can be read by others", details };
    const title = `${count(details.length, "file")} with a secret in clear text can be read by others`;
    const advice = "write `${NAME}` in place of the secret, and let nobody else read the file (`chmod 600`)";
    return { status: "warning", title, details, advice };
  },
};

function exposed({ layers, permissions, host, snapshot }: Situation): readonly Detail[] {
  const hidden = hiddenIn(snapshot.layers);
  return layers.flatMap(({ file, document }) => {
    const { text, file: name } = document.source;
    const mode = file === undefined ? undefined : permissions.modeOf(host.resolve(file));
    if (mode === undefined || (mode & BY_OTHERS) === 0) return [];
    const isSecret = hidden(document, { start: 0, end: text.length }).length > 0;
    return isSecret ? [{ text: `${printable(name)} has mode ${mode.toString(8).padStart(4, "0")}`, file: name }] : [];
  });
}
