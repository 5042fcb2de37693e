/** One month of credits, in milliseconds since 1970. `end` is the first instant after it. */
export interface CreditPeriod {
  readonly start: number;
  readonly end: number;
}

/** Finds the period that contains an instant, counted in months from the anchor. Both in milliseconds since 1970. */
export function periodAt(anchor: number, instant: number): CreditPeriod {
  const from = new Date(anchor);
  const at = new Date(instant);
  let months = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  while (monthsAfter(anchor, months) > instant) months -= 1;
  while (monthsAfter(anchor, months + 1) <= instant) months += 1;
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) };
}

/** Adds months to an instant, in UTC. In a shorter month, the 31st becomes the last day. */
export function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
