/** A large configuration that is all right: hundreds of providers and models, about `lines` lines of YAML. */
export function largeYaml(lines: number): string {
  const blocks = Math.ceil(lines / 18);
  const names = Array.from({ length: blocks }, (_, index) => `p${index}`);
  const providers = names.map(
    (name, index) => `  ${name}:
    kind:
      type: custom_beta_compatible
    url: "https://${name}.example/v1" # provider ${index}
    auth:
      type: static_key
      key: \${KEY_${index}}
`,
  );
  const models = names.map(
    (name, index) => `  ${name}/model-${index}.5:
    provider: ${name}
    class: full
    context_window: ${100_000 + index}
    reasoning:
      type: effort
      effort_set: 'standard'
      can_disable: true
      levels: [low, medium, high]
    request_option_defaults: { cache: true }
    stop_sequences: []
`,
  );
  return `version: 3\nproviders:\n${providers.join("")}models:\n${models.join("")}`;
}
