/** Monday, as in ISO 8601, for browsers that cannot say what is usual where. */
const MONDAY = 1;

interface WeekLocale extends Intl.Locale {
  getWeekInfo?(): { readonly firstDay: number };
  /** The name that engines used before the method. */
  readonly weekInfo?: { readonly firstDay: number };
}

/**
 * Returns the day on which weeks begin where a language is spoken: 0 for Sunday to 6 for Saturday.
 * @param locale BCP 47 tag, such as `en-US`
 * @see https://tc39.es/proposal-intl-locale-info/
 */
export function firstDayOfWeek(locale: string): number {
  const found: WeekLocale = new Intl.Locale(locale);
  const info = found.getWeekInfo?.() ?? found.weekInfo;
  return (info?.firstDay ?? MONDAY) % 7;
}
