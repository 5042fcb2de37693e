import { setTimeout as delay } from 'node:timers/promises';

const RESAMPLES = 2_000;

/**
 * Measures both sides in turn, in windows, and returns the values of each side. A first round, whose values are dropped, warms up.
 * The order is back and forth, so that a drift of the machine weighs on both alike.
 * @param {{cycles: number, settleMs: number}} size
 * @param {(side: string) => Promise<number>} measureWindow
 */
export async function takeTurns({ cycles, settleMs }, measureWindow) {
  const order = ['ours', 'reference', 'reference', 'ours'];
  const values = { ours: [], reference: [] };
  for (const side of order) await measureWindow(side);
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (const side of order) {
      await delay(settleMs);
      values[side].push(await measureWindow(side));
    }
  }
  return values;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that a share of all values, from 0 to 1, does not exceed. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/** Ratio of the highest to the lowest reference value: the part that the machine adds to a ratio. */
export function noiseOf(values) {
  return Math.max(...values) / Math.min(...values);
}

/** Lower end of the 95 % interval of the ratio of the medians, by resampling both sides. */
export function lowerBound(ours, reference) {
  const ratios = Array.from({ length: RESAMPLES }, () => median(resample(ours)) / median(resample(reference)));
  return ratios.sort((a, b) => a - b)[Math.floor(RESAMPLES * 0.025)];
}

function resample(values) {
  return values.map(() => values[Math.floor(Math.random() * values.length)]);
}
