/** The tool `read`: lines of a file with their numbers, or an image (P-S107). */
import { limits } from "../../../generated/protocol/tables.js";
import type { FileError } from "../../machine/interfaces/files.js";
import type { Fields, Tool, ToolCall, ToolResult } from "../tools/tool.js";
import { failed, fileTool } from "./file-tool.js";
import { expectPath, lineIn } from "./input.js";
import { linesOf, shownLines } from "./lines.js";
import { nearbySaid } from "./near-names.js";
import { allowedPlace, holding, Refusal, shownPath, type Workplace } from "./workplace.js";

export function readTool(workplace: Workplace): Tool {
  return fileTool(workplace, {
    name: "read",
    description: `Shows a file: text as lines, each with its number and a tab before it, which are not in the file; PNG, JPEG, GIF and WebP as an \
image. At most ${limits.readLines} lines and ${limits.readBytes / 1024} KiB are shown at once: go on with \`from\`. Read a file before you change it.`,
    properties: {
      path: { type: "string", description: "The file, from the working directory or absolute." },
      from: { type: "integer", minimum: 1, description: "The first line; 1 without it." },
      to: { type: "integer", minimum: 1, description: "The last line; the end of the file without it." },
    },
    required: ["path"],
    isChanging: false,
    asked,
    run: (wanted, call) => read(workplace, wanted, call),
  });
}

interface AskedLines {
  readonly path: string;
  readonly from: number;
  /** Undefined for the end of the file. */
  readonly to: number | undefined;
}

function asked(input: Fields): AskedLines {
  const [from = 1, to] = [lineIn(input, "from"), lineIn(input, "to")];
  if (to !== undefined && to < from) throw new Refusal("`to` is before `from`");
  return { path: expectPath(input), from, to };
}

async function read(workplace: Workplace, { path, from, to }: AskedLines, call: ToolCall): Promise<ToolResult> {
  const place = await allowedPlace(workplace, path, call);
  const bytes = await bytesOf(workplace, place);
  const type = imageType(bytes);
  if (type !== undefined) return image(bytes, type, place);
  if (bytes.includes(0)) return failed(`it is no text: ${bytes.length} bytes${isUtf16(bytes) ? " of UTF-16" : ""}`);
  workplace.seen.note(place, bytes);
  return { ...text(bytes, from, to), locations: [{ path: place, line: from }] };
}

/** The bytes of a file that is not too large. Rejects with a `Refusal` that says why there are none, or with a `FileError`. */
export async function bytesOf(workplace: Workplace, place: string): Promise<Uint8Array> {
  const { tree } = workplace;
  const shown = shownPath(workplace, place);
  const lacking = async (): Promise<Refusal> =>
    new Refusal(`there is no file \`${shown}\`${await nearbySaid(workplace, place)}`);
  try {
    return await holding(tree, place, async (directory, name) => {
      const status = name === "" ? undefined : await directory.status(name);
      if (name === "" || status?.kind === "directory")
        throw new Refusal(`\`${shown}\` is a directory: \`list\` shows its entries`);
      if (status === undefined) throw await lacking();
      if (status.kind === "link") throw new Refusal(`\`${shown}\` is a symbolic link that leads nowhere`);
      if (status.kind === "other") throw new Refusal(`\`${shown}\` is a pipe, a socket or a device, and not a file`);
      if (status.size === 0 && /^\/proc\/./.test(place))
        throw new Refusal(
          `\`${shown}\` has no size, because the system makes its text: show it with \`shell\` (\`cat\`)`,
        );
      if (status.size > limits.fileBytes) throw tooLarge(status.size);
      return directory.read(name, limits.fileBytes);
    });
  } catch (error) {
    if (isFailure(error, "missing")) throw await lacking();
    throw error;
  }
}

/** Whether something has the name. Rejects with a `FileError`. */
export async function isThere({ tree }: Workplace, place: string): Promise<boolean> {
  try {
    return await holding(
      tree,
      place,
      async (directory, name) => name === "" || (await directory.status(name)) !== undefined,
    );
  } catch (error) {
    if (isFailure(error, "missing")) return false;
    throw error;
  }
}

function isFailure(error: unknown, failure: FileError["failure"]): boolean {
  return error instanceof Error && "failure" in error && error.failure === failure;
}

function tooLarge(size: number): Refusal {
  const most = limits.fileBytes / 1024 / 1024;
  return new Refusal(
    `it has ${size} bytes, more than the ${most} MiB that are read: take a part of it with \`shell\` (\`sed -n\`, \`head\`, \`grep\`)`,
  );
}

function text(bytes: Uint8Array, from: number, to: number | undefined): ToolResult {
  const decoded = new TextDecoder().decode(bytes);
  const lines = linesOf(decoded);
  if (lines.length === 0) return { text: "[the file is empty]", isError: false };
  if (from > lines.length) return failed(`the file has only ${lines.length} ${lines.length === 1 ? "line" : "lines"}`);
  const end = Math.min(to ?? lines.length, lines.length);
  const shown = shownLines(lines, from, end);
  const notes = [
    ...(shown.to < end
      ? [`lines ${from} to ${shown.to} of ${lines.length}: go on with \`from: ${shown.to + 1}\``]
      : []),
    ...(decoded.includes("\uFFFD") ? ["bytes that are not UTF-8 are shown as \uFFFD"] : []),
    ...(decoded.includes("\r\n") ? ["lines end with CRLF"] : []),
  ];
  return { text: [shown.text, ...notes.map((note) => `[${note}]`)].join("\n"), isError: false };
}

function image(bytes: Uint8Array, mediaType: string, path: string): ToolResult {
  const locations = [{ path }];
  if (bytes.length > limits.resultImageBytes)
    return failed(`it is an image of ${bytes.length} bytes, and at most ${limits.resultImageBytes} are shown`);
  const base64 = Buffer.from(bytes).toString("base64");
  return { text: `[${mediaType}, ${bytes.length} bytes]`, isError: false, images: [{ mediaType, base64 }], locations };
}

const BEGINNINGS: readonly (readonly [string, string, number])[] = [
  ["image/png", "89504e470d0a1a0a", 0],
  ["image/jpeg", "ffd8ff", 0],
  ["image/gif", "47494638", 0],
  ["image/webp", "57454250", 8],
];

function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return BEGINNINGS.find(([, hex, at]) => start.startsWith(hex, 2 * at))?.[0];
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
