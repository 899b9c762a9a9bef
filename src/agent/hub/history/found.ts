/** From a request to its capture: the order in which a source and a checkpoint are judged (P-S41). */
import type { Finalized } from "../../../generated/protocol/types.js";
import { FileError, type Files } from "../../ports/files.js";
import { corrupt } from "../../run/store/failure.js";
import { readFinal } from "../../run/store/finalize.js";
import { type Refusal, refuse } from "../../wire/protocol/codes.js";
import { SourceChanged } from "./capture.js";
import type { Found, KeptCaptures } from "./kept.js";
import { type Source, type SourceHost, type StoppedSource, sourceOf } from "./source.js";
import type { SpoolReader } from "./spool.js";
import type { CaptureTokens } from "./tokens.js";

export type Refused = { readonly refusal: Refusal };

/** A source that can be captured. */
interface Judged {
  readonly source: StoppedSource;
  readonly final: Finalized;
}

export interface FinderParts {
  readonly host: SourceHost;
  readonly state: string;
  readonly kept: KeptCaptures;
  readonly tokens: CaptureTokens;
}

export class Finder {
  readonly #parts: FinderParts;

  constructor(parts: FinderParts) {
    this.#parts = parts;
  }

  /** The source of a session at this moment. Rejects with a `FileError`. */
  source(sessionId: string): Promise<Source> {
    return sourceOf(this.#parts.host, this.#parts.state, sessionId);
  }

  /** A new capture of a session. Rejects with `history_corrupt`, a `FileError` or `NoRoom`. */
  async first(sessionId: string, source: Source): Promise<Found | Refused> {
    const judged = await this.#judge(source);
    if ("refusal" in judged) return judged;
    try {
      return await this.#parts.kept.make(sessionId, judged.source, judged.final);
    } catch (error) {
      if (!(error instanceof SourceChanged)) throw error;
      const now = await this.#judge(await this.source(sessionId));
      return "refusal" in now ? now : { refusal: refuse("history_source_changed") };
    }
  }

  /** The capture of a checkpoint. */
  at(sessionId: string, source: Source, checkpoint: string): Found | Refused {
    const read = this.#parts.tokens.read(sessionId, checkpoint);
    if ("code" in read) return { refusal: refuse(read.code) };
    const captured = this.#parts.kept.find(read.capture);
    if (captured === undefined) return { refusal: refuse("snapshot_expired") };
    const isSame = source.kind === "stopped" && source.mark === captured.mark;
    return isSame ? { ...read, captured } : { refusal: refuse("history_source_changed") };
  }

  /** Reads a part of a capture. One whose bytes are gone from the spool has expired. Rejects with any other `FileError`. */
  async read<Value extends object>(
    { capture }: Found,
    part: string,
    read: (file: SpoolReader) => Promise<Value | undefined>,
  ): Promise<Value | Refused> {
    try {
      const value = await this.#parts.kept.read(capture, part, read);
      if (value !== undefined) return value;
    } catch (error) {
      if (!(error instanceof FileError) || error.failure !== "missing") throw error;
    }
    await this.#parts.kept.drop(capture);
    return { refusal: refuse("snapshot_expired") };
  }

  async #judge(source: Source): Promise<Judged | Refused> {
    if (source.kind === "unknown") return { refusal: refuse("history_unavailable") };
    if (source.kind === "running") return { refusal: refuse("history_requires_stopped") };
    const final = await finalAt(this.#parts.host.files, source.paths.final);
    return final === undefined ? { refusal: refuse("history_not_finalized") } : { source, final };
  }
}

async function finalAt(files: Files, path: string): Promise<Finalized | undefined> {
  try {
    return await readFinal(files, path);
  } catch (error) {
    if (error instanceof FileError && error.failure === "not-a-file") throw corrupt("final.json is no file");
    throw error;
  }
}
