/** Why a daemon could not start, as a code and a clause for people. */
import { FileError } from "../../machine/interfaces/files.js";
import { SessionError } from "../store/failure.js";
import { DirectoryFailure } from "../store/working-directory.js";
import { ConfigurationFailure } from "./configuration.js";

/** Nobody listens at the address. */
export class ListenFailure extends Error {
  override readonly name = "ListenFailure";
}

/** The facet that a session was to begin with is not there. */
export class FacetFailure extends Error {
  override readonly name = "FacetFailure";
}

/** The code and message of a failure; undefined for an unexpected one. */
export function reasonOf(error: unknown): { readonly code: string; readonly message: string } | undefined {
  if (error instanceof ConfigurationFailure) return { code: "configuration_error", message: error.message };
  if (error instanceof DirectoryFailure) return { code: "directory_unavailable", message: error.message };
  if (error instanceof SessionError) return { code: error.code, message: error.message };
  if (error instanceof FileError)
    return { code: "storage_unavailable", message: `${error.path}: ${error.failure} (${error.detail})` };
  if (error instanceof ListenFailure) return { code: "address_unavailable", message: error.message };
  if (error instanceof FacetFailure) return { code: "facet_unknown", message: error.message };
  return undefined;
}
