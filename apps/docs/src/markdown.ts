/** One row of a table, its cells made harmless. */
function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** A table of Markdown. Empty without rows. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return '';
  return [row(...headings), row(...headings.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
}

/** Text as code within a line. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A block of code. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** What there is of the parts, as paragraphs. */
export function paragraphs(...parts: readonly (string | false | null | undefined)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The text with a capital at its beginning. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
