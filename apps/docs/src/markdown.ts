/** One row of a table with escaped cells. */
function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** A Markdown table; empty without rows. */
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

/** Joins the parts that are not empty as paragraphs. */
export function paragraphs(...parts: readonly (string | false | null | undefined)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The text with a capital first letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
