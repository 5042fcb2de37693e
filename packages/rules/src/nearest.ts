/** The name that was probably meant: one with few other letters, or one that begins the same. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  if (word.length < 2) return undefined;
  // A word of another length is never near: long ones are not compared letter by letter.
  const similar = names.filter((name) => Math.abs(name.length - word.length) <= tolerance(name));
  const [best] = byNearness(word, similar, (name) => name);
  if (best !== undefined && distanceBetween(word, best.toLowerCase()) <= tolerance(best)) return best;
  return names.find((name) => name.toLowerCase().startsWith(word) || word.startsWith(name.toLowerCase()));
}

/** How many letters of a name may be other ones. */
function tolerance(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** Things in the order of how few letters of their names would have to change to make the given one. */
export function byNearness<Thing>(given: string, things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] {
  const distanceTo = (thing: Thing) => distanceBetween(given.toLowerCase(), nameOf(thing).toLowerCase());
  return things
    .map((thing) => ({ thing, distance: distanceTo(thing) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ thing }) => thing);
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
