/** Makes time-ordered ids of 18 or 19 digits. */
export type IdSource = () => string;

/**
 * Creates a source of snowflake ids: milliseconds since an epoch in the upper bits, a counter below.
 *
 * @param now Returns milliseconds since 1970.
 * @param epochMs The network's own epoch, in milliseconds since 1970.
 */
export function createIdSource(now: () => number, epochMs: number): IdSource {
  let last = 0n;
  return () => {
    const candidate = BigInt(Math.max(0, Math.floor(now()) - epochMs)) << 22n;
    last = candidate > last ? candidate : last + 1n;
    return last.toString();
  };
}
