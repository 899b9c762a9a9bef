/** §2.12 to §2.14: web search, prompts, the terminal. */
import type { Table } from "../cover.js";

export const interfaces: Table = {
  "2.12 integrations": [
    [
      "Each provider entry has `enabled` (boolean, default false; eligible for `web_search` calls) and `key` (string, required; API key, usually an environment reference such as `${SEARCH_API_KEY}`).",
      {
        rule: "schema/missing-key",
        example: "integrations: { search: { providers: { «search_a»: { enabled: true } } } }",
      },
      {
        rule: "effect/search-never-enabled",
        example: 'integrations: { search: { providers: { «search_a»: { key: "${SEARCH_API_KEY}" } } } }',
      },
      {
        rule: "secret/literal",
        example: "integrations: { search: { providers: { search_a: { enabled: true, key: «correct-horse» } } } }",
      },
    ],
  ],

  "2.13 facets and subagents: PromptDefinition": [
    [
      "One required string `source`: a shipped `agent://` reference or a project-relative file path that stays within the project.",
      {
        rule: "schema/missing-key",
        example: `
          facets: { «plan»: {} }
          subagents: { «scout»: {} }
        `,
      },
      {
        rule: "path/escapes-project",
        example: `
          facets:
            plan: { source: «../plan.md» }
            ask: { source: «https://prompts.example/ask.md» }
            review: { source: agent://facets/review.md }
          subagents:
            scout: { source: «/etc/scout.md» }
            clerk: { source: prompts/clerk.md }
        `,
      },
    ],
  ],

  "2.14 tui": [
    [
      "confirm-quit: boolean (presence and type only partly described)",
      { rule: "schema/wrong-type", example: "tui: { confirm-quit: «ask» }" },
    ],
    [
      "confirm-quit: Whether to ask before quitting; when unset the per-machine preference is followed.",
      { load: { global: "tui: { confirm-quit: null }" }, gives: { "tui.confirm-quit": undefined } },
      { reason: "The preference of a machine is the agent's to keep; that nothing was set is all it has to know." },
    ],
  ],
};
