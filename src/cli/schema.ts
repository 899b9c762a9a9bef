/** `agentcfg schema`: prints the JSON Schema, for editors and other tools. */
import { schemaText } from "../generated/schema.js";
import { toDraft07 } from "../schema/draft07.js";
import { print, type Terminal } from "./terminal.js";

export async function runSchema(terminal: Terminal, draft: "2020-12" | "07"): Promise<number> {
  await print(terminal.stdout, draft === "07" ? toDraft07(schemaText) : schemaText);
  return 0;
}
