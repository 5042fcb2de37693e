const UNITS = ['bytes', 'kB', 'MB', 'GB'];
const MOST_DIGITS = 6;

/** Writes a size for people, such as `3.9 MB`. @param digits after the point, of which zeros at the end are left out */
export function sizeText(bytes: number, digits = 1): string {
  let power = 0;
  const shown = () => Number((bytes / 1_000 ** power).toFixed(digits));
  // What is rounded up to 1000 is 1 of the next unit.
  while (shown() >= 1_000 && power < UNITS.length - 1) power += 1;
  return `${shown()} ${UNITS[power]}`;
}

/** Writes a size and the lower one that it exceeds, with as many digits as tell them apart. */
export function sizesText(bytes: number, most: number): { readonly size: string; readonly limit: string } {
  for (let digits = 1; digits <= MOST_DIGITS; digits += 1) {
    const size = sizeText(bytes, digits);
    const limit = sizeText(most, digits);
    if (size !== limit) return { size, limit };
  }
  return { size: `${bytes} bytes`, limit: `${most} bytes` };
}
