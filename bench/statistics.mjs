const RESAMPLES = 2_000;

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
