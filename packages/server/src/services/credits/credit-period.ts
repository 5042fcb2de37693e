/** One month of credits. Instants in milliseconds since 1970. */
export interface CreditPeriod {
  readonly start: number;
  readonly end: number;
}

/** The period that holds the instant, counted in months from the anchor. */
export function periodAt(anchor: number, instant: number): CreditPeriod {
  const from = new Date(anchor);
  const at = new Date(instant);
  let months = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  while (monthsAfter(anchor, months) > instant) months -= 1;
  while (monthsAfter(anchor, months + 1) <= instant) months += 1;
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) };
}

/** The anniversary so many months after the anchor; the 31st becomes the last day of a shorter month. UTC. */
export function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
