const MAX_INITIALS = 2;

/** Returns the initials of an account's name: `AE` for `Ada Example`; empty for a name without letters and digits. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._@-]+/u).map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
  const letters = words.filter((letter) => letter !== '');
  const shown = letters.length > MAX_INITIALS ? [letters[0], letters.at(-1)] : letters;
  return shown.join('').toLocaleUpperCase();
}
