const alphabet = '234567abcdefghijklmnopqrstuvwxyz';

/**
 * Writes a time as a record key that sorts by it.
 *
 * @param micros Microseconds since 1970.
 * @param clock A number below 1024 that tells writers apart.
 * @see https://atproto.com/specs/tid (read 2026-11-24)
 */
function formatTid(micros: bigint, clock: number): string {
  let rest = (micros << 10n) | BigInt(clock);
  let key = '';
  for (let digits = 0; digits < 13; digits += 1) {
    key = alphabet.charAt(Number(rest & 31n)) + key;
    rest >>= 5n;
  }
  return key;
}

/** Creates a source of keys, each greater than the one before. @param now Returns milliseconds since 1970. */
export function createTidSource(now: () => number, clock: number): () => string {
  let last = 0n;
  return () => {
    const micros = BigInt(Math.floor(now())) * 1000n;
    last = micros > last ? micros : last + 1n;
    return formatTid(last, clock);
  };
}
