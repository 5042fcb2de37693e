/** Tolerance for a network's clock that is behind ours. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * Returns true when a network shows the text that was sent. An empty text tells no post from another. Networks compose characters,
 * and some remove white space around a text or add `http://` to addresses without it.
 */
export function haveSameText(one: string, other: string): boolean {
  return comparable(one) === comparable(other) && comparable(one) !== '';
}

function comparable(text: string): string {
  return text.normalize('NFC').replaceAll('http://', '').trim();
}
