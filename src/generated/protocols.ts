/** What schema/config.schema.json says of protocols, made by `npm run gen`. */

/** The values of `providers.<name>.protocol` that `agent` speaks. */
export const spokenProtocols = ["alpha_messages","beta_chat_completions","beta_responses","test"] as const;

/** The protocol of a kind of custom provider that names none (spec 2.3). */
export const protocolOfKind: Readonly<Record<string, string>> = {"custom_alpha_compatible":"alpha_messages","custom_beta_compatible":"beta_chat_completions","custom_beta_responses":"beta_responses"};
