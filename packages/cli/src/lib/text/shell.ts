/** The command line that repeats `argv` with an explicit Idempotency-Key, quoted for a POSIX shell. */
export function commandWithKey(argv: readonly string[], idempotencyKey: string): string {
  const separator = argv.indexOf('--');
  const options = separator === -1 ? argv : argv.slice(0, separator);
  const operands = separator === -1 ? [] : argv.slice(separator);
  const kept = options.filter(
    (word, index) =>
      word !== '--again' && word !== '--key' && options[index - 1] !== '--key' && !word.startsWith('--key='),
  );
  return quoted(['social', ...kept, '--key', idempotencyKey, ...operands]);
}

/** Words as one command line of a POSIX shell. */
export function quoted(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // A control character would act on the terminal that shows the line.
  if (/\p{Cc}/u.test(word)) return `$'${word.replace(/[\\']/g, '\\$&').replace(/\p{Cc}/gu, escapeControl)}'`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function escapeControl(character: string): string {
  return character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
