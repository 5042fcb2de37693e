const formats = new Map<string, Intl.ListFormat>();

/** Writes a list as text: `a, b, and c`. */
export function listed(words: readonly string[], joined: 'and' | 'or' = 'and'): string {
  // Made at the first use, which takes milliseconds.
  const format =
    formats.get(joined) ?? new Intl.ListFormat('en', { type: joined === 'and' ? 'conjunction' : 'disjunction' });
  formats.set(joined, format);
  return format.format(words);
}
