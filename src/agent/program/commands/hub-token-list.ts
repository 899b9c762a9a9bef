/** `agent hub token list`: the callers that a hub knows, without anything of their tokens. */
import type { HubToken } from "../../../generated/protocol/types.js";
import { command, EXIT } from "../../../terminal/command.js";
import { TEXT_OR_JSON } from "../../../terminal/options.js";
import { widthOf } from "../../../terminal/painted.js";
import { table } from "../../../terminal/table.js";
import { print } from "../../../terminal/terminal.js";
import { isLasting, readTokens } from "../../fleet/hub/access/tokens.js";
import { machine } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { withTokens } from "../start/hub-tokens.js";

interface ListFlags extends StateFlags {
  readonly format: "text" | "json";
}

export const list = command<ListFlags>({
  examples: [
    { line: "agent hub token list", describe: "the oldest first" },
    { line: "agent hub token list --format json", describe: "for another program" },
  ],
  options: [TEXT_OR_JSON, STATE],
  run: (terminal, _, { format, ...flags }) =>
    withTokens(terminal, flags, async (state) => {
      const all = await readTokens(machine.files, state);
      const tokens = all.filter((token) => isLasting(token, machine.processes));
      if (format === "json") {
        const shown = tokens.map(({ digest: _digest, ...token }) => token);
        await print(terminal.stdout, `${JSON.stringify({ version: 1, tokens: shown })}\n`);
        return EXIT.ok;
      }
      const width = widthOf(terminal.stdout);
      if (tokens.length > 0)
        await print(terminal.stdout, table([HEADING, ...tokens.map(rowOf)], width === undefined ? {} : { width }));
      else await print(terminal.stderr, "there are no tokens; `agent hub token create` makes one\n");
      return EXIT.ok;
    }),
});

const HEADING = ["ID", "KIND", "CREATED", "MAY"];

function rowOf({ id, kind, scopes, session_id, delegated, created_at }: HubToken): readonly string[] {
  const may = session_id === undefined ? scopes.join(", ") : `session ${session_id}`;
  return [id, kind, created_at, delegated === true ? `${may} (delegated)` : may || "nothing"];
}
