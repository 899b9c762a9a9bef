/** `src/generated/protocols.ts`: the protocols that `agent` speaks, and the protocol of each kind of provider. */
export function generateProtocols(schemaText: string): string {
  const { $defs } = JSON.parse(schemaText);
  const { "x-spoken": spoken, "x-default": usual } = $defs.ProviderInstance.properties.protocol;
  return `/** What schema/config.schema.json says of protocols, made by \`npm run gen\`. */

/** The values of \`providers.<name>.protocol\` that \`agent\` speaks. */
export const spokenProtocols = ${JSON.stringify(spoken)} as const;

/** The protocol of a kind of custom provider that names none (spec 2.3). */
export const protocolOfKind: Readonly<Record<string, string>> = ${JSON.stringify(usual.values)};
`;
}
