/** Finds the name that was probably meant: one that differs in few letters, or one with the same beginning. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  if (word.length < 2) return undefined;
  // A word of a very different length is never near, so that long ones need no comparison.
  const similar = names.filter((name) => Math.abs(name.length - word.length) <= tolerance(name));
  const [best] = byNearness(word, similar, (name) => name);
  if (best !== undefined && distanceBetween(word, best.toLowerCase()) <= tolerance(best)) return best;
  return names.find((name) => name.toLowerCase().startsWith(word) || word.startsWith(name.toLowerCase()));
}

/** Number of letters of a name that may differ. */
function tolerance(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** Sorts things by the number of letters in which their names differ from the given one. */
export function byNearness<Thing>(given: string, things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] {
  const distanceTo = (thing: Thing) => distanceBetween(given.toLowerCase(), nameOf(thing).toLowerCase());
  return things
    .map((thing) => ({ thing, distance: distanceTo(thing) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ thing }) => thing);
}

/**
 * Counts the letters that have to be inserted, removed, replaced or swapped with their neighbor.
 * @see https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance (optimal string alignment, read 2026-11-20)
 */
function distanceBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const steps = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      if (isSwap) steps.push(at(row - 2, column - 2) + 1);
      rows[row]?.push(Math.min(...steps));
    }
  }
  return at(one.length, other.length);
}
