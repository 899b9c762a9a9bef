/**
 * The rules that hold now: those of the user and of the project, read anew when a file has changed, and those of this run (P-S108). A file with an error allows
 * nothing, which the log says once.
 */
import type { ProjectErrors } from "../../../generated/protocol/types.js";
import {
  addPermission,
  type LoadedPermissions,
  loadPermissions,
  nodeHost,
  type PermissionOptions,
  type PermissionRule,
} from "../../../index.js";
import { alwaysRules } from "../../../permissions/always.js";
import type { PermissionCall } from "../../../permissions/call.js";
import { decide } from "../../../permissions/decide.js";
import { besideMistakes, type Decision } from "../../../permissions/decision.js";
import { fitsTool } from "../../../permissions/fits.js";
import type { PlacedRule } from "../../../permissions/rule.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { DaemonHost, DaemonOptions } from "./host.js";
import { errorsOf } from "./project-errors.js";

/** The rules that an answer adds, and the file that gets them. */
export interface AlwaysOffer {
  readonly file: string;
  readonly rules: readonly PermissionRule[];
}

export class RulesInUse {
  readonly #choice: Omit<PermissionOptions, "host"> & Required<Pick<PermissionOptions, "cwd" | "env">>;
  readonly #run: readonly PlacedRule[];
  readonly #log: Pick<Log, "say">;
  readonly #home: string | undefined;
  #loaded: LoadedPermissions | undefined;
  /** The errors that the log has been told of. */
  #said = "";

  constructor(options: Pick<DaemonOptions, "load" | "allow">, cwd: string, host: Pick<DaemonHost, "env" | "log">) {
    const { globalFile, projectFile, env = host.env } = options.load;
    const { global = globalFile, project = projectFile } = options.load;
    this.#choice = {
      ...{ cwd, env },
      ...(global === undefined ? {} : { global }),
      ...(project === undefined ? {} : { project }),
    };
    this.#run = options.allow ?? [];
    this.#log = host.log;
    this.#home = env["HOME"];
  }

  /** The errors of the files as they are now. */
  get errors(): ProjectErrors | undefined {
    return errorsOf(this.#load().diagnostics.filter(({ severity }) => severity === "error"));
  }

  /** Patterns of files that a search among others leaves out: reading them is denied, or asks. */
  get withheldPaths(): readonly string[] {
    return this.#now().flatMap(({ effect, rule }) => {
      const isAbout = fitsTool(rule, { tool: "read" }) || fitsTool(rule, { tool: "search" });
      return effect !== "allow" && rule.path !== undefined && isAbout ? [rule.path] : [];
    });
  }

  decide(call: Omit<PermissionCall, "home">): Decision {
    const { rules, diagnostics } = this.#load();
    const mistakes = diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
    return besideMistakes(decide([...rules, ...this.#run], this.#whole(call)), mistakes);
  }

  /** Undefined for a call that no rule may allow, and where no file could get one. */
  offer(call: Omit<PermissionCall, "home">): AlwaysOffer | undefined {
    const rules = alwaysRules(this.#now(), this.#whole(call));
    if (rules === undefined) return undefined;
    const tried = rules.map((rule) => this.#add(rule, false));
    const file = tried[0]?.file;
    return file === undefined || tried.some(({ kind }) => kind === "refused") ? undefined : { file, rules };
  }

  /** Adds the rules; returns whether they hold from now on. */
  allow({ rules, file }: AlwaysOffer): boolean {
    for (const rule of rules) {
      const result = this.#add(rule, true);
      if (result.kind !== "refused") continue;
      this.#log.say("error", "a rule that allows cannot be added", { file, why: result.why, reason: result.reason });
      return false;
    }
    this.#log.say("info", "rules that allow were added", { file, rules: rules.length });
    return true;
  }

  #add(rule: PermissionRule, write: boolean): ReturnType<typeof addPermission> {
    const { global, cwd, env } = this.#choice;
    return addPermission({ rule, write, host: nodeHost({ cwd, env }), ...(global === undefined ? {} : { global }) });
  }

  #whole(call: Omit<PermissionCall, "home">): PermissionCall {
    return { ...call, ...(this.#home === undefined ? {} : { home: this.#home }) };
  }

  #now(): readonly PlacedRule[] {
    return [...this.#load().rules, ...this.#run];
  }

  /** A file that has not changed is not judged again: a stranger's may be large. */
  #load(): LoadedPermissions {
    if (this.#loaded?.isCurrent() === true) return this.#loaded;
    const loaded = loadPermissions(this.#choice);
    this.#loaded = loaded;
    const errors = loaded.diagnostics.filter(({ severity }) => severity === "error");
    const said = JSON.stringify(errors.map(({ rule, file, range }) => [rule, file, range]));
    if (said !== this.#said && errors.length > 0) {
      this.#log.say("error", "a file of permissions has errors, so it allows nothing", { errors: errors.length });
      for (const { rule, file, range } of errors)
        this.#log.say("error", "permissions", { rule, file, line: range.start.line, column: range.start.column });
    }
    this.#said = said;
    return loaded;
  }
}
