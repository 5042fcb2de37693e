/**
 * Tells how a movie's matrix turns its pictures, as EXIF numbers it.
 * @param matrix its numbers a, b, c and d: a point (x, y) is seen at (ax + cy, bx + dy)
 * @see ISO/IEC 14496-12 section 6.2.2
 */
export function orientationOfMatrix([a, b, c, d]: readonly [number, number, number, number]): number {
  if (Math.abs(a) >= Math.abs(b)) {
    if (a >= 0) return d >= 0 ? 1 : 4;
    return d >= 0 ? 2 : 3;
  }
  if (b > 0) return c > 0 ? 5 : 6;
  return c > 0 ? 8 : 7;
}

/** Orientations by quarters counterclockwise: without a mirror, with left and right exchanged after it, with top and bottom exchanged. */
const TURNED = [
  [1, 2, 4],
  [8, 7, 5],
  [3, 4, 2],
  [6, 5, 7],
] as const;

/**
 * Tells how a picture's properties turn it, as EXIF numbers it.
 * @param quarters counterclockwise
 * @param mirror 1 exchanges left and right, 0 top and bottom; null for none
 * @see ISO/IEC 23008-12 sections 6.5.10 and 6.5.12
 */
export function orientationOfTurn(quarters: number, mirror: 0 | 1 | null): number {
  const [none, sideways, upright] = TURNED[quarters & 3] ?? TURNED[0];
  if (mirror === null) return none;
  return mirror === 1 ? sideways : upright;
}

/** Tells how a turn by degrees clockwise looks, as EXIF numbers it. */
export function orientationOfDegrees(degrees: number): number {
  return [1, 6, 3, 8][((Math.round(degrees / 90) % 4) + 4) % 4] ?? 1;
}
