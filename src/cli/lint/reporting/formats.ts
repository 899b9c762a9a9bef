/** Reads `--format`: the reports, and where each goes. */
import type { Option } from "../../../terminal/command.js";
import { quote } from "../../../text/quote.js";
import { type ReportFormat, reporters } from "../../../toolkit/judge/report/reporters.js";
import { CHOICES } from "../../../toolkit/judge/selection/settings-choices.js";
import type { Host } from "../../../toolkit/read/host/host.js";

/** Reports that every run of `lint` loads. */
export type AtHand = keyof typeof reporters;

const AT_HAND = Object.keys(reporters) as readonly AtHand[];

const FORMATS: readonly ReportFormat[] = CHOICES.format;

export const FORMAT: Option = {
  flags: "--format <format>",
  describe:
    "format of the report; FORMAT:FILE writes a file, and the option may be repeated; the default is pretty, or agent when a coding agent runs this without a terminal",
  choices: FORMATS,
  takesFile: true,
};

/** A report and its file; no file for standard output. */
export interface Wanted {
  readonly format: ReportFormat;
  readonly file: string | undefined;
}

/** The reports of values such as `json` or `sarif:out/agentcfg.sarif`. */
export function wantedReports(given: readonly string[]): readonly Wanted[] {
  return given.flatMap((text) => {
    const colon = text.indexOf(":");
    const name = colon === -1 ? text : text.slice(0, colon);
    const format = FORMATS.find((one) => one === name);
    return format === undefined ? [] : [{ format, file: colon === -1 ? undefined : text.slice(colon + 1) }];
  });
}

/** The only report, if it is one of those and goes to standard output. */
export function onlyAtHand(given: readonly string[]): AtHand | undefined {
  const [only] = given;
  return given.length > 1 ? undefined : AT_HAND.find((name) => name === only);
}

/** The first contradiction between the values. */
export function misuseOfFormats(host: Host, given: readonly string[]): string | undefined {
  const wanted = wantedReports(given);
  const files = wanted.flatMap(({ file }) => (file === undefined ? [] : [file]));
  if (files.includes("")) return "`--format` has no file after the colon";
  const twice = files.find((file, index) =>
    files.slice(0, index).some((one) => host.resolve(one) === host.resolve(file)),
  );
  if (twice !== undefined) return `only one report can go into ${quote(twice)}`;
  if (wanted.length - files.length > 1)
    return "only one report can go to standard output: `--format FORMAT:FILE` writes another one into a file";
  return undefined;
}
