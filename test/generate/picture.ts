/** Pictures of what a terminal shows: its text with colours, as SVG. */

/** As wide as a terminal is that has some room beside it. */
const COLUMNS = 112;
/** In pixels. */
const [CHARACTER, LINE, MARGIN] = [8.4, 20, 20];
const [GROUND, INK, QUIET] = ["#0d1117", "#e6edf3", "#7d8590"];

/** The colours that programs use, by the parameters of their escape sequence. */
const COLOURS: Readonly<Record<string, string>> = {
  ...{ 31: "#ff7b72", 33: "#e3b341", 34: "#79c0ff", 36: "#56d4dd" },
  ...{ 93: QUIET, 94: QUIET, 95: "#a5d6ff", 96: "#7ee787" },
};

interface Look {
  readonly colour: string | undefined;
  readonly isBold: boolean;
  readonly isInverse?: boolean;
}

interface Piece extends Look {
  readonly text: string;
}

type Line = readonly Piece[];

/** The SVG of a command and what it printed. */
export function generatePicture(command: string, printed: string): string {
  const prompt: Piece = { text: "$ ", colour: QUIET, isBold: false };
  const lines = [[prompt, { text: command, colour: undefined, isBold: true }], ...wrapped(linesIn(printed.trimEnd()))];
  return svg(command, lines, COLUMNS);
}

/** The SVG of a screen at some moments, one below the other, each under a title. */
export function screensPicture(label: string, screens: Readonly<Record<string, string>>): string {
  const lines = Object.entries(screens).flatMap(([title, screen]): readonly Line[] => [
    [{ text: title, colour: QUIET, isBold: false }],
    ...linesIn(screen.trimEnd()),
    [],
  ]);
  const widths = lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0));
  return svg(label, lines.slice(0, -1), Math.max(...widths));
}

function svg(label: string, lines: readonly Line[], columns: number): string {
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${GROUND}"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="${INK}">`,
    ...lines.map((pieces, index) => textOf(pieces, MARGIN + LINE * (index + 0.75))),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function textOf(pieces: Line, y: number): string {
  let column = 0;
  const grounds: string[] = [];
  const parts = pieces.map(({ text, colour, isBold, isInverse }) => {
    const x = MARGIN + column * CHARACTER;
    column += text.length;
    if (isInverse)
      grounds.push(
        `<rect x="${rounded(x)}" y="${y - 15}" width="${rounded(text.length * CHARACTER)}" height="${LINE}" fill="#30363d"/>`,
      );
    const fill = colour === undefined ? "" : ` fill="${colour}"`;
    const size = ` textLength="${rounded(text.length * CHARACTER)}"`;
    return `<tspan x="${rounded(x)}"${size}${fill}${isBold ? ' font-weight="bold"' : ""}>${escaped(text)}</tspan>`;
  });
  // Browsers take it from the text itself alone.
  return `${grounds.join("")}<text y="${y}" xml:space="preserve">${parts.join("")}</text>`;
}

/** The lines of a text, in pieces of one look. */
function linesIn(printed: string): readonly Line[] {
  let look: Look = { colour: undefined, isBold: false };
  return printed.split("\n").map((line) =>
    line.split(/(?=\u001b\[)/).flatMap((part) => {
      const [, codes, text = ""] = /^(?:\u001b\[([\d;]+)m)?(.*)$/s.exec(part) ?? [];
      // A colour of the large palette has parameters of its own.
      for (const code of codes?.replace(/38;5;\d+/, "39").split(";") ?? []) look = changed(look, code);
      return text === "" ? [] : [{ text, ...look }];
    }),
  );
}

function changed(look: Look, code: string): Look {
  if (code === "0") return { colour: undefined, isBold: false };
  if (code === "1" || code === "22") return { ...look, isBold: code === "1" };
  if (code === "7" || code === "27") return { ...look, isInverse: code === "7" };
  return code === "49" ? look : { ...look, colour: COLOURS[code] };
}

/** Breaks what is too wide, behind a word. */
function wrapped(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((pieces) => {
    const rows: Piece[][] = [[]];
    let left = COLUMNS;
    for (const piece of pieces) {
      let { text } = piece;
      while (text.length > left) {
        const end = text.lastIndexOf(" ", left - 1) + 1 || left;
        rows.at(-1)?.push({ ...piece, text: text.slice(0, end) });
        text = text.slice(end);
        rows.push([]);
        left = COLUMNS;
      }
      rows.at(-1)?.push({ ...piece, text });
      left -= text.length;
    }
    return rows;
  });
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
