/** Returns true when a command printed what a document shows. `…` stands for anything in a line; alone on a line, for any lines. */
export function isShown(printed: string, shown: readonly string[]): boolean {
  const pattern = shown.map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${lineOf(line.trimEnd())}\\n`)).join('');
  return new RegExp(`^${pattern}$`).test(`${printed.trimEnd()}\n`);
}

function lineOf(line: string): string {
  return line
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}

/** Returns what a terminal shows after a text was written to it: overwritten lines in their last state, without colours. */
export function asShown(written: string): string {
  return (
    written
      .replaceAll('\r\n', '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that terminals obey begin with one
      .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, (sequence) => (/\[(2K|1?G)$/.test(sequence) ? '\r' : ''))
      .split('\n')
      .map((line) => line.split('\r').findLast((part) => part !== '') ?? '')
      .map((line) => line.trimEnd())
      .join('\n')
  );
}
