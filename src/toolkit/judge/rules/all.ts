/** Every rule, family by family, made by `npm run gen`. */
import { rule as daemonProxyUrl } from "./daemon/proxy-url.js";
import { rule as effectBlankName } from "./effect/blank-name.js";
import { rule as effectBudgetInRepository } from "./effect/budget-in-repository.js";
import { rule as effectDelayAboveCap } from "./effect/delay-above-cap.js";
import { rule as effectDelayWithoutRetries } from "./effect/delay-without-retries.js";
import { rule as effectDirectoryWithoutLogin } from "./effect/directory-without-login.js";
import { rule as effectInert } from "./effect/inert.js";
import { rule as effectMilliseconds } from "./effect/milliseconds.js";
import { rule as effectReserved } from "./effect/reserved.js";
import { rule as effectScriptOfAnotherShell } from "./effect/script-of-another-shell.js";
import { rule as effectSearchNeverEnabled } from "./effect/search-never-enabled.js";
import { rule as effectSeveralInOne } from "./effect/several-in-one.js";
import { rule as effectStallBeforeIdle } from "./effect/stall-before-idle.js";
import { rule as effectToolOfAnotherServer } from "./effect/tool-of-another-server.js";
import { rule as effectToolSettingWithoutTools } from "./effect/tool-setting-without-tools.js";
import { rule as effectUnusedClassifier } from "./effect/unused-classifier.js";
import { rule as effectVariableSetAnyway } from "./effect/variable-set-anyway.js";
import { rule as effectZero } from "./effect/zero.js";
import { rule as layerAmbiguousFile } from "./layer/ambiguous-file.js";
import { rule as layerGlobalInProject } from "./layer/global-in-project.js";
import { rule as layerGlobalOnly } from "./layer/global-only.js";
import { rule as layerLeavesProject } from "./layer/leaves-project.js";
import { rule as layerLinkSkipped } from "./layer/link-skipped.js";
import { rule as layerNoConfig } from "./layer/no-config.js";
import { rule as layerNullEntry } from "./layer/null-entry.js";
import { rule as layerUnreadable } from "./layer/unreadable.js";
import { rule as layerVariantMismatch } from "./layer/variant-mismatch.js";
import { rule as mcpAuthKeyCollision } from "./mcp/auth-key-collision.js";
import { rule as mcpAuthKeyName } from "./mcp/auth-key-name.js";
import { rule as mcpBlockListName } from "./mcp/block-list-name.js";
import { rule as mcpCleartextCredential } from "./mcp/cleartext-credential.js";
import { rule as mcpCommandWithArguments } from "./mcp/command-with-arguments.js";
import { rule as mcpContainerInput } from "./mcp/container-input.js";
import { rule as mcpInvalidUrl } from "./mcp/invalid-url.js";
import { rule as mcpJoinedArguments } from "./mcp/joined-arguments.js";
import { rule as mcpLoaderEnvironment } from "./mcp/loader-environment.js";
import { rule as mcpMetadataUrl } from "./mcp/metadata-url.js";
import { rule as mcpOtherTransport } from "./mcp/other-transport.js";
import { rule as mcpRedirectUri } from "./mcp/redirect-uri.js";
import { rule as mcpRelativeCommand } from "./mcp/relative-command.js";
import { rule as mcpSseAddress } from "./mcp/sse-address.js";
import { rule as mcpUnpinnedPackage } from "./mcp/unpinned-package.js";
import { rule as mcpVariableName } from "./mcp/variable-name.js";
import { rule as mcpVariableNotPassed } from "./mcp/variable-not-passed.js";
import { rule as mcpWrongLauncher } from "./mcp/wrong-launcher.js";
import { rule as modelDefaultLevel } from "./model/default-level.js";
import { rule as modelMissingClass } from "./model/missing-class.js";
import { rule as modelMissingContextWindow } from "./model/missing-context-window.js";
import { rule as modelMissingProvider } from "./model/missing-provider.js";
import { rule as modelNoRoomToThink } from "./model/no-room-to-think.js";
import { rule as modelOutputExceedsMax } from "./model/output-exceeds-max.js";
import { rule as modelOutputExceedsWindow } from "./model/output-exceeds-window.js";
import { rule as modelRepeatedLevel } from "./model/repeated-level.js";
import { rule as pathAbsoluteHome } from "./path/absolute-home.js";
import { rule as pathEscapesProject } from "./path/escapes-project.js";
import { rule as pathLostBackslash } from "./path/lost-backslash.js";
import { rule as pathNotExpanded } from "./path/not-expanded.js";
import { rule as pathNotFound } from "./path/not-found.js";
import { rule as pathThemeFile } from "./path/theme-file.js";
import { rule as pathTrustStore } from "./path/trust-store.js";
import { rule as permissionAllowsEverything } from "./permission/allows-everything.js";
import { rule as permissionEmpty } from "./permission/empty.js";
import { rule as permissionHidden } from "./permission/hidden.js";
import { rule as permissionNeverMatches } from "./permission/never-matches.js";
import { rule as permissionOverridesUser } from "./permission/overrides-user.js";
import { rule as permissionProjectAllows } from "./permission/project-allows.js";
import { rule as permissionText } from "./permission/text.js";
import { rule as permissionUnknownServer } from "./permission/unknown-server.js";
import { rule as permissionUnknownTool } from "./permission/unknown-tool.js";
import { rule as policyCommandSubstitution } from "./policy/command-substitution.js";
import { rule as policyForbiddenCommand } from "./policy/forbidden-command.js";
import { rule as policyForbiddenHost } from "./policy/forbidden-host.js";
import { rule as policyForbiddenMatcher } from "./policy/forbidden-matcher.js";
import { rule as policyForbiddenPackage } from "./policy/forbidden-package.js";
import { rule as policyForbiddenProvider } from "./policy/forbidden-provider.js";
import { rule as policyHttpFetch } from "./policy/http-fetch.js";
import { rule as policyUnguardedFiles } from "./policy/unguarded-files.js";
import { rule as policyUnpinnedPackage } from "./policy/unpinned-package.js";
import { rule as policyUnusable } from "./policy/unusable.js";
import { rule as providerCleartextCredential } from "./provider/cleartext-credential.js";
import { rule as providerHeaderName } from "./provider/header-name.js";
import { rule as providerHeaderScheme } from "./provider/header-scheme.js";
import { rule as providerHeaderShadowed } from "./provider/header-shadowed.js";
import { rule as providerHeaderValue } from "./provider/header-value.js";
import { rule as providerInertCacheControl } from "./provider/inert-cache-control.js";
import { rule as providerInvalidUrl } from "./provider/invalid-url.js";
import { rule as providerKeyOfAnother } from "./provider/key-of-another.js";
import { rule as providerMissingUrl } from "./provider/missing-url.js";
import { rule as providerProtocolMismatch } from "./provider/protocol-mismatch.js";
import { rule as providerUnknownCatalogEntry } from "./provider/unknown-catalog-entry.js";
import { rule as providerUrlShape } from "./provider/url-shape.js";
import { rule as referenceDisabledModel } from "./reference/disabled-model.js";
import { rule as referenceInheritsCycle } from "./reference/inherits-cycle.js";
import { rule as referenceInvalidEffort } from "./reference/invalid-effort.js";
import { rule as referenceUnknownFacet } from "./reference/unknown-facet.js";
import { rule as referenceUnknownModel } from "./reference/unknown-model.js";
import { rule as referenceUnknownOverride } from "./reference/unknown-override.js";
import { rule as referenceUnknownParent } from "./reference/unknown-parent.js";
import { rule as referenceUnknownProvider } from "./reference/unknown-provider.js";
import { rule as referenceWrongClass } from "./reference/wrong-class.js";
import { rule as schemaFormat } from "./schema/format.js";
import { rule as schemaLeadingZero } from "./schema/leading-zero.js";
import { rule as schemaMissingKey } from "./schema/missing-key.js";
import { rule as schemaOtherTool } from "./schema/other-tool.js";
import { rule as schemaOutOfRange } from "./schema/out-of-range.js";
import { rule as schemaReservedName } from "./schema/reserved-name.js";
import { rule as schemaTooLong } from "./schema/too-long.js";
import { rule as schemaTypography } from "./schema/typography.js";
import { rule as schemaUnknownKey } from "./schema/unknown-key.js";
import { rule as schemaUnknownValue } from "./schema/unknown-value.js";
import { rule as schemaUnknownVariant } from "./schema/unknown-variant.js";
import { rule as schemaUnsafeInteger } from "./schema/unsafe-integer.js";
import { rule as schemaWrongType } from "./schema/wrong-type.js";
import { rule as secretInArguments } from "./secret/in-arguments.js";
import { rule as secretLiteral } from "./secret/literal.js";
import { rule as secretPattern } from "./secret/pattern.js";
import { rule as secretPlaceholder } from "./secret/placeholder.js";
import { rule as secretWeakWord } from "./secret/weak-word.js";
import { rule as substitutionDisabled } from "./substitution/disabled.js";
import { rule as substitutionEditorVariable } from "./substitution/editor-variable.js";
import { rule as substitutionFailed } from "./substitution/failed.js";
import { rule as substitutionFallbackIsACommand } from "./substitution/fallback-is-a-command.js";
import { rule as substitutionInProject } from "./substitution/in-project.js";
import { rule as substitutionMisfit } from "./substitution/misfit.js";
import { rule as substitutionNestedCommand } from "./substitution/nested-command.js";
import { rule as substitutionNotSubstituted } from "./substitution/not-substituted.js";
import { rule as substitutionRunsInProse } from "./substitution/runs-in-prose.js";
import { rule as substitutionSyntax } from "./substitution/syntax.js";
import { rule as substitutionUnsetVariable } from "./substitution/unset-variable.js";
import { rule as suppressNoReason } from "./suppress/no-reason.js";
import { rule as suppressNotAllowed } from "./suppress/not-allowed.js";
import { rule as suppressUnknownRule } from "./suppress/unknown-rule.js";
import { rule as suppressUnused } from "./suppress/unused.js";
import { rule as syntaxAliasLimit } from "./syntax/alias-limit.js";
import { rule as syntaxDuplicateKey } from "./syntax/duplicate-key.js";
import { rule as syntaxEncoding } from "./syntax/encoding.js";
import { rule as syntaxJson } from "./syntax/json.js";
import { rule as syntaxLimit } from "./syntax/limit.js";
import { rule as syntaxMergeKey } from "./syntax/merge-key.js";
import { rule as syntaxNotAMapping } from "./syntax/not-a-mapping.js";
import { rule as syntaxUnsupportedYaml } from "./syntax/unsupported-yaml.js";
import { rule as syntaxYaml } from "./syntax/yaml.js";
import { rule as trustCredentialRedirect } from "./trust/credential-redirect.js";
import { rule as trustExposesCallback } from "./trust/exposes-callback.js";
import { rule as trustOverridesPrompt } from "./trust/overrides-prompt.js";
import { rule as trustReadsEnvironment } from "./trust/reads-environment.js";
import { rule as trustReroutesTraffic } from "./trust/reroutes-traffic.js";
import { rule as trustShrinksSecretList } from "./trust/shrinks-secret-list.js";
import { rule as trustStartsProcess } from "./trust/starts-process.js";
import { rule as trustWeakensPermissions } from "./trust/weakens-permissions.js";
import { rule as versionMissing } from "./version/missing.js";
import { rule as versionNewer } from "./version/newer.js";
import { rule as versionOutdated } from "./version/outdated.js";

export const all = [
  ...[syntaxAliasLimit, syntaxDuplicateKey, syntaxEncoding, syntaxJson, syntaxLimit, syntaxMergeKey, syntaxNotAMapping],
  ...[syntaxUnsupportedYaml, syntaxYaml],
  ...[schemaFormat, schemaLeadingZero, schemaMissingKey, schemaOtherTool, schemaOutOfRange, schemaReservedName],
  ...[schemaTooLong, schemaTypography, schemaUnknownKey, schemaUnknownValue, schemaUnknownVariant, schemaUnsafeInteger],
  ...[schemaWrongType],
  ...[versionMissing, versionNewer, versionOutdated],
  ...[layerAmbiguousFile, layerGlobalInProject, layerGlobalOnly, layerLeavesProject, layerLinkSkipped, layerNoConfig],
  ...[layerNullEntry, layerUnreadable, layerVariantMismatch],
  ...[substitutionDisabled, substitutionEditorVariable, substitutionFailed, substitutionFallbackIsACommand],
  ...[substitutionInProject, substitutionMisfit, substitutionNestedCommand, substitutionNotSubstituted],
  ...[substitutionRunsInProse, substitutionSyntax, substitutionUnsetVariable],
  ...[referenceDisabledModel, referenceInheritsCycle, referenceInvalidEffort, referenceUnknownFacet],
  ...[referenceUnknownModel, referenceUnknownOverride, referenceUnknownParent, referenceUnknownProvider],
  ...[referenceWrongClass],
  ...[modelDefaultLevel, modelMissingClass, modelMissingContextWindow, modelMissingProvider, modelNoRoomToThink],
  ...[modelOutputExceedsMax, modelOutputExceedsWindow, modelRepeatedLevel],
  ...[providerCleartextCredential, providerHeaderName, providerHeaderScheme, providerHeaderShadowed],
  ...[providerHeaderValue, providerInertCacheControl, providerInvalidUrl, providerKeyOfAnother, providerMissingUrl],
  ...[providerProtocolMismatch, providerUnknownCatalogEntry, providerUrlShape],
  ...[mcpAuthKeyCollision, mcpAuthKeyName, mcpBlockListName, mcpCleartextCredential, mcpCommandWithArguments],
  ...[mcpContainerInput, mcpInvalidUrl, mcpJoinedArguments, mcpLoaderEnvironment, mcpMetadataUrl, mcpOtherTransport],
  ...[mcpRedirectUri, mcpRelativeCommand, mcpSseAddress, mcpUnpinnedPackage, mcpVariableName, mcpVariableNotPassed],
  ...[mcpWrongLauncher],
  ...[daemonProxyUrl],
  ...[pathAbsoluteHome, pathEscapesProject, pathLostBackslash, pathNotExpanded, pathNotFound, pathThemeFile],
  ...[pathTrustStore],
  ...[effectBlankName, effectBudgetInRepository, effectDelayAboveCap, effectDelayWithoutRetries],
  ...[effectDirectoryWithoutLogin, effectInert, effectMilliseconds, effectReserved, effectScriptOfAnotherShell],
  ...[effectSearchNeverEnabled, effectSeveralInOne, effectStallBeforeIdle, effectToolOfAnotherServer],
  ...[effectToolSettingWithoutTools, effectUnusedClassifier, effectVariableSetAnyway, effectZero],
  ...[secretInArguments, secretLiteral, secretPattern, secretPlaceholder, secretWeakWord],
  ...[trustCredentialRedirect, trustExposesCallback, trustOverridesPrompt, trustReadsEnvironment, trustReroutesTraffic],
  ...[trustShrinksSecretList, trustStartsProcess, trustWeakensPermissions],
  ...[permissionAllowsEverything, permissionEmpty, permissionHidden, permissionNeverMatches, permissionOverridesUser],
  ...[permissionProjectAllows, permissionText, permissionUnknownServer, permissionUnknownTool],
  ...[policyCommandSubstitution, policyForbiddenCommand, policyForbiddenHost, policyForbiddenMatcher],
  ...[policyForbiddenPackage, policyForbiddenProvider, policyHttpFetch, policyUnguardedFiles, policyUnpinnedPackage],
  ...[policyUnusable],
  ...[suppressNoReason, suppressNotAllowed, suppressUnknownRule, suppressUnused],
] as const;
