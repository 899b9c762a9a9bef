/** The routes of what a daemon has loaded: the catalog, and reading it again. */
import { oncePer } from "../../../../text/once.js";
import type { Headers } from "../../../machine/interfaces/listen.js";
import { refuse } from "../../../wire/protocol/codes.js";
import { jsonHeaders } from "../../../wire/protocol/headers.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import type { Handler } from "../../../wire/server/handlers.js";
import type { Catalog, Publication } from "../../catalog/catalog.js";
import type { Session } from "../session.js";

/** `GET /daemon-state`: the catalog, as bytes that were made when it was published (spec 2.7, P-S36). */
export function daemonState(catalog: Pick<Catalog, "current">): Handler<DaemonRoutes["daemonState"]> {
  return () => {
    const { current } = catalog;
    if (current === undefined) return { refusal: refuse("catalog_unavailable") };
    return {
      stream: (exchange) => {
        exchange.head(200, headersOf(current));
        exchange.write(current.bytes);
        exchange.end();
      },
    };
  };
}

const headersOf = oncePer(
  ({ bytes, etag }: Publication): Headers => [...jsonHeaders, ["etag", etag], ["content-length", String(bytes.length)]],
);

/** `POST /reload`: the configuration and the files beside it are read again; the turn that runs keeps its own (P-S37). */
export function reload({ configuration, rules, publish }: Session): Handler<DaemonRoutes["reload"]> {
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
    const { errors: wrongRules } = rules;
    const permissions = wrongRules === undefined ? {} : { permission_errors: wrongRules };
    return { body: { status, catalog_revision: revision, ...project, ...permissions } };
  };
}

/** Errors of one answer. */
const MOST = 100;
