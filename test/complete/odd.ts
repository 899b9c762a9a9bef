/** A global layer with names that YAML reads as something else without quotes. */
export const ODD = `models:
  "yes: no": { provider: "#x" }
  "null": { enabled: true }
  "a]b}c,d": { inherits: "1.0" }
  "1.0": { reasoning: { type: effort, effort_set: x, can_disable: false, levels: ["a b", "c: d", "\\"", "low"] } }
  "back\\\\slash 'quote' $\{x}": {}
providers: { "- x": { kind: { type: catalog, name: x } } }
facets: { "line\\nbreak": { source: x } }
mcp_servers: { "sp ace": { transport: http, url: x }, constructor: { transport: http, url: x } }
`;
