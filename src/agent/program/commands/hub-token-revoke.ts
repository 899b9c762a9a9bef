/** `agent hub token revoke`: a hub refuses the token from then on (P-S47). */
import { command, EXIT } from "../../../terminal/command.js";
import { print } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { revokeToken } from "../../fleet/hub/access/tokens.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { withTokens } from "../start/hub-tokens.js";

export const revoke = command<StateFlags>({
  examples: [{ line: "agent hub token revoke ID", describe: "a running hub refuses it within a second" }],
  arguments: [{ name: "<id>", describe: "the id of the token, as `agent hub token list` prints it" }],
  options: [STATE],
  run: (terminal, [id = ""], flags) =>
    withTokens(terminal, flags, async (state) => {
      if (!(await revokeToken(machine, state, id))) {
        await complain(terminal, `there is no token ${printable(id)}; \`agent hub token list\` prints them`);
        return EXIT.findings;
      }
      await print(terminal.stdout, `revoked ${printable(id)}\n`);
      return EXIT.ok;
    }),
});
