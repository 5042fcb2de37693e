/**
 * Wraps a text between words. Joins the lines of a paragraph first. Keeps an indented line separate, and indents its
 * continuation by two more spaces. Made for the command's own texts, whose letters are one column wide.
 */
export function wrapWords(text: string, columns: number): string {
  if (!Number.isFinite(columns)) return text;
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const [indent = ''] = /^ */.exec(line) ?? [];
    const isProse = indent === '' && line !== '';
    if (isProse && isOpen) lines[lines.length - 1] += ` ${line}`;
    else lines.push(line);
    isOpen = isProse && !line.endsWith(':');
  }
  return lines.map((line) => wrapLine(line, columns)).join('\n');
}

function wrapLine(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const below = indent === '' ? '' : `${indent}  `;
  const wrapped: string[] = [];
  for (const word of line.trim().split(/ +/)) {
    const last = wrapped.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) wrapped[wrapped.length - 1] = `${last} ${word}`;
    else wrapped.push((wrapped.length === 0 ? indent : below) + word);
  }
  return wrapped.join('\n');
}
