/** `agentcfg schema`: the JSON Schema of the configuration, for editors and other tools. */
import { toDraft07 } from "../../schema/draft07.js";
import { command, EXIT } from "../command.js";
import { packageFile } from "../package-file.js";
import { complain, print } from "../terminal.js";

export const schema = command<{ readonly draft: "2020-12" | "07" }>({
  options: [
    { flags: "--draft <draft>", describe: "dialect of JSON Schema", choices: ["2020-12", "07"], default: "2020-12" },
  ],
  run: async (terminal, _, { draft }) => {
    const text = packageFile(terminal, "schema/config.schema.json");
    if (text === undefined) {
      await complain(terminal, "`schema/config.schema.json` is missing from this installation");
      return EXIT.usage;
    }
    await print(terminal.stdout, draft === "07" ? toDraft07(text) : text);
    return EXIT.ok;
  },
});
