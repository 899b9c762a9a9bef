/** A picture of what a terminal shows: its text with colours, as SVG. */

/** As wide as a terminal is that has some room beside it. */
const COLUMNS = 112;
/** In pixels. */
const [CHARACTER, LINE, MARGIN] = [8.4, 20, 20];

/** The colours that the program uses, by the number of their escape sequence. */
const COLOURS: Readonly<Record<string, string>> = { 31: "#ff7b72", 33: "#e3b341", 34: "#79c0ff", 36: "#56d4dd" };

interface Piece {
  readonly text: string;
  readonly colour: string | undefined;
  readonly isBold: boolean;
}

/** The SVG of a command and what it printed. */
export function generatePicture(command: string, printed: string): string {
  const prompt: Piece = { text: "$ ", colour: "#7d8590", isBold: false };
  const lines = [[prompt, { text: command, colour: undefined, isBold: true }], ...wrapped(piecesIn(printed.trimEnd()))];
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(command)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">`,
    ...lines.map((pieces, index) => textOf(pieces, MARGIN + LINE * (index + 0.75))),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function textOf(pieces: readonly Piece[], y: number): string {
  let column = 0;
  const parts = pieces.map(({ text, colour, isBold }) => {
    const x = MARGIN + column * CHARACTER;
    column += text.length;
    const fill = colour === undefined ? "" : ` fill="${colour}"`;
    const size = ` textLength="${rounded(text.length * CHARACTER)}"`;
    return `<tspan x="${rounded(x)}"${size}${fill}${isBold ? ' font-weight="bold"' : ""}>${escaped(text)}</tspan>`;
  });
  // Browsers take it from the text itself alone.
  return `<text y="${y}" xml:space="preserve">${parts.join("")}</text>`;
}

/** The lines of a text, in pieces of one look. */
function piecesIn(printed: string): readonly (readonly Piece[])[] {
  let colour: string | undefined;
  let isBold = false;
  return printed.split("\n").map((line) =>
    line.split(/(?=\u001b\[)/).flatMap((part) => {
      const [, code, text = ""] = /^(?:\u001b\[(\d+)m)?(.*)$/s.exec(part) ?? [];
      if (code === "1" || code === "22") isBold = code === "1";
      else if (code !== undefined) colour = COLOURS[code];
      return text === "" ? [] : [{ text, colour, isBold }];
    }),
  );
}

/** Breaks what is too wide, behind a word. */
function wrapped(lines: readonly (readonly Piece[])[]): readonly (readonly Piece[])[] {
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
