/** What is made from the contract of the protocol. */
import { expect, test } from "vitest";
import { protocolSchemas } from "./bundle.js";
import { generateTables } from "./tables.js";
import { generateProtocolTypes } from "./types.js";

const protocol = protocolSchemas();

test("src/generated/protocol/types.ts holds the types of all bodies and records", async () => {
  await expect(await generateProtocolTypes(protocol)).toMatchFileSnapshot("../../../src/generated/protocol/types.ts");
});

test("src/generated/protocol/tables.ts holds the codes, limits and routes", async () => {
  await expect(generateTables(protocol)).toMatchFileSnapshot("../../../src/generated/protocol/tables.ts");
});
