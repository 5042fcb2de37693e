let all: readonly string[] | undefined;

/** Returns every zone that the browser knows, with another one that is written already. */
export function zoneOptions(...further: readonly string[]): readonly string[] {
  all ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  const known = all;
  return [...further.filter((zone) => !known.includes(zone)), ...known];
}
