const UNITS = ['bytes', 'kB', 'MB', 'GB'];
const MOST_DIGITS = 6;

/** Writes a size for people, such as `3.9 MB`. @param digits after the point, of which zeros at the end are left out */
export function sizeText(bytes: number, digits = 1): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${Number((bytes / 1_000 ** power).toFixed(digits))} ${UNITS[power]}`;
}

/** Writes a size and the lower one that it exceeds, with as many digits as tell them apart. */
export function sizesText(bytes: number, most: number): { readonly size: string; readonly limit: string } {
  for (let digits = 1; ; digits += 1) {
    const size = sizeText(bytes, digits);
    const limit = sizeText(most, digits);
    if (size !== limit || digits === MOST_DIGITS) return { size, limit };
  }
}
