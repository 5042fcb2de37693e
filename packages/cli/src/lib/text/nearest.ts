/** `: did you mean X?` for a name that was probably mistyped, else nothing. */
export function didYouMean(given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  return near === undefined ? '' : `: did you mean ${near}?`;
}

/** The name that was probably meant: the beginning of one, or one with few other letters. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  if (word.length < 2) return undefined;
  const begun = names.find((name) => name.startsWith(word) || word.startsWith(name));
  if (begun !== undefined) return begun;
  const [best] = names
    .map((name) => ({ name, distance: distanceBetween(word, name.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** Things in the order of how few letters of their names would have to change to make the given one. */
export function byNearness<Thing>(given: string, things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] {
  const distanceTo = (thing: Thing) => distanceBetween(given.toLowerCase(), nameOf(thing).toLowerCase());
  return things.toSorted((one, other) => distanceTo(one) - distanceTo(other));
}

/**
 * How many letters have to be inserted, removed, replaced or swapped with their neighbour.
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
