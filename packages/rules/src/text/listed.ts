let format: Intl.ListFormat | undefined;

/** Writes a list as text: `a, b, and c`. */
export function listed(words: readonly string[]): string {
  // Made at the first use, which takes milliseconds.
  format ??= new Intl.ListFormat('en', { type: 'conjunction' });
  return format.format(words);
}
