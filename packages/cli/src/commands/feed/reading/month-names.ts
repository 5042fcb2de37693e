const LOCALES = (
  'af ar az be bg bn bs ca cs cy da de el es et eu fa fi fr ga gl he hi hr hu hy id is it ka kk lt lv mk ms nb nl nn pl pt ro ru ' +
  'sk sl sq sr sv sw th tr uk uz vi'
).split(' ');
const STYLES = (['long', 'short'] as const).flatMap((month) => [{ month }, { month, day: 'numeric' } as const]);

type Names = ReadonlyMap<string, number>;
let known: { readonly english: Names; readonly others: Names; readonly beginnings: Names } | undefined;

/** Returns the number of a month, from 1, by its name in English or, where it means one month only, another language. */
export function monthOf(word: string): number | undefined {
  const name = plain(word);
  known ??= {
    english: namesIn(['en-US', 'en-GB']),
    others: namesIn(LOCALES),
    beginnings: namesIn(LOCALES, 3),
  };
  return known.english.get(name) ?? known.others.get(name) ?? known.beginnings.get(name);
}

/**
 * Collects the names of months. Leaves out those of several months, such as `listopad`: October in Croatian, November in Czech.
 * @param length number of letters that are kept of each name
 */
function namesIn(locales: readonly string[], length?: number): Names {
  const months = new Map<string, Set<number>>();
  for (const locale of locales) {
    for (const style of STYLES) {
      const format = new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, { ...style, timeZone: 'UTC' });
      for (let month = 0; month < 12; month += 1) {
        const part = format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month');
        const name = plain(part?.value ?? '').slice(0, length);
        if (/^[\p{L}']+$/u.test(name)) months.set(name, (months.get(name) ?? new Set()).add(month + 1));
      }
    }
  }
  return new Map([...months].flatMap(([name, [month = 0, ...more]]) => (more.length > 0 ? [] : [[name, month]])));
}

/** Removes case, accents and what else is written in several ways. */
function plain(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}
