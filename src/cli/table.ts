/** Rows of cells in columns as wide as the widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const [first = []] = rows;
  const widths = first.map((_, column) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0));
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join("");
}
