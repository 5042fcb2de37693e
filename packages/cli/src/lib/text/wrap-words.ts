/**
 * Breaks a text between words into lines of at most so many columns. Lines that belong together are joined before, a line that
 * is indented stands for itself, and goes on below with two more spaces. For texts of the command itself, whose letters are one
 * column wide; a word that is longer stays whole.
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
