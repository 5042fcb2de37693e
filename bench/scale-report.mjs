import { inMilliseconds } from './report.mjs';
import { quantile } from './statistics.mjs';

/** Headings of the table of scale. */
export const SCALE = ['measured', 'result', 'target', 'verdict'];

/** Shows a figure without a target in one line of the table. */
export function show(metric, result) {
  return [metric, result, '', ''];
}

/** Compares a time with the longest that is wanted, in one line of the table. */
export function atMost(metric, milliseconds, limit) {
  return [metric, inSeconds(milliseconds), `≤ ${inSeconds(limit)}`, milliseconds <= limit ? 'met' : 'MISSED'];
}

/** Compares a ratio with the least that is wanted, in one line of the table. */
export function atLeast(metric, ratio, least) {
  return [metric, ratio.toFixed(2), `≥ ${least}`, ratio >= least ? 'met' : 'MISSED'];
}

/** Shows what must not happen to a post in one line of the table. What did happen makes the exit status 1. */
export function unbroken(metric, { broken, unknown }) {
  const { twice, lost, disordered } = broken;
  const isWhole = twice + lost + disordered === 0;
  if (!isWhole) process.exitCode = 1;
  const result = `${twice} / ${lost} / ${disordered}, outcome unknown: ${unknown}`;
  return [`${metric}: sent twice / lost / out of order`, result, '0 / 0 / 0', isWhole ? 'met' : 'BROKEN'];
}

/** Names the median, 99 % and all of some times. */
export function spreadOf(times) {
  const [median, most, all] = [0.5, 0.99, 1].map((share) => inSeconds(quantile(times, share)));
  return `p50 ${median}, p99 ${most}, max ${all} (${times.length})`;
}

/** Shows how long something took: seconds from one second on. */
export function inSeconds(milliseconds) {
  return milliseconds >= 1_000 ? `${(milliseconds / 1_000).toFixed(2)} s` : inMilliseconds(Math.round(milliseconds));
}
