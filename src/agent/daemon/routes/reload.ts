/** `POST /reload`: the configuration and the files beside it are read again; the turn that runs keeps its own (P-S37). */
import type { Handler } from "../../http/handlers.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { ConfigurationInUse } from "../configuration.js";

/** `publish`: makes the catalog anew; its revision. */
export function reload(
  configuration: ConfigurationInUse,
  publish: () => Promise<{ readonly revision: string; readonly isOther: boolean }>,
): Handler<DaemonRoutes["reload"]> {
  return async () => {
    const before = configuration.inUse;
    await configuration.look();
    const { errors, inUse } = configuration;
    if (errors !== undefined) {
      const found = errors.map(({ rule, message, range: { start } }) => {
        const { line, column } = start;
        return { rule, message, line, column };
      });
      return { refusal: refuse("configuration_error", { details: { errors: found.slice(0, MOST) } }) };
    }
    const { revision, isOther } = await publish();
    const status = isOther || inUse !== before ? ("changed" as const) : ("unchanged" as const);
    const { projectErrors } = configuration;
    const project = projectErrors === undefined ? {} : { project_errors: projectErrors };
    return { body: { status, catalog_revision: revision, ...project } };
  };
}

/** Errors of one answer. */
const MOST = 100;
