import stringWidth from 'string-width';

/** Width of a text in columns. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cuts a text to a width in columns, with an ellipsis. */
export function truncate(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(kept + segment) >= columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text between words into lines of at most so many columns; a longer word stays whole. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Columns padded to the widest cell of each, separated by two spaces; the last column is never padded. */
export function alignColumns(rows: readonly (readonly string[])[], indent = ''): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)),
    );
    return (indent + cells.join('  ')).trimEnd();
  });
}

/** Narrower terminals break the lines of tables themselves. */
const MIN_COLUMNS = 40;

/** Puts as many cells on a line as fit; indents the lines after the first. */
export function flow(cells: readonly string[], columns: number): string {
  const lines: string[] = [];
  for (const cell of cells) {
    if (cell === '') continue;
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last}  ${cell}`) <= columns) lines[lines.length - 1] = `${last}  ${cell}`;
    else if (last === undefined) lines.push(cell);
    else lines.push(...wrap(cell, columns - 4).map((line) => `    ${line}`));
  }
  return lines.join('\n');
}

/** A table with a heading. Cuts the last column to the terminal; on a narrow terminal each row takes several lines. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[], columns = 80): string {
  const leading = alignColumns([heading, ...rows].map((row) => [...row.slice(0, -1), '']));
  const used = Math.max(0, ...leading.map((line) => widthOf(line))) + 2;
  const needed = Math.max(0, ...rows.map((row) => Math.min(20, widthOf(row.at(-1) ?? ''))));
  if (columns >= MIN_COLUMNS && used + needed > columns) return rows.map((row) => flow(row, columns)).join('\n');
  const room = Math.max(20, columns - used);
  return alignColumns([heading, ...rows.map((row) => [...row.slice(0, -1), truncate(row.at(-1) ?? '', room)])]).join(
    '\n',
  );
}
