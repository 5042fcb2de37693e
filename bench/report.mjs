import { availableParallelism, cpus, loadavg } from 'node:os';
import { cores } from './programs.mjs';
import { lowerBound, median, noiseOf } from './statistics.mjs';

const VOID_ABOVE = 1.5;

/** Headings of the table of ratios, and of the table of counts. */
export const RATIOS = ['metric', 'ours', 'reference', 'ratio', 'at least', 'noise', 'target', 'verdict'];
export const COUNTS = ['per publish, counted', 'ours', 'checkpoints', 'reference', 'checkpoints', 'target', 'verdict'];

/**
 * Compares the values of both sides, which share a unit, in one line of the table.
 * @param {{metric: string, ours: number[], reference: number[], target: number, show: (value: number) => string}} measured
 */
export function compare({ metric, ours, reference, target, show }) {
  const ratio = median(ours) / median(reference);
  const noise = noiseOf(reference);
  const verdict = ratio <= target ? 'met' : 'MISSED';
  return [
    metric,
    show(median(ours)),
    show(median(reference)),
    ratio.toFixed(2),
    lowerBound(ours, reference).toFixed(2),
    noise.toFixed(2),
    `≤ ${target}`,
    noise > VOID_ABOVE ? `${verdict}, void: noise` : verdict,
  ];
}

/** Compares one number with a fixed limit, in one line of the table. */
export function judge({ metric, ours, limit, show }) {
  return [metric, show(ours), '', '', '', '', `≤ ${show(limit)}`, ours <= limit ? 'met' : 'MISSED'];
}

/**
 * Shows the counts of both sides, each with the part that checkpoints have in it, in one line of the table of counts.
 * @param {{metric: string, ours: number[], reference: number[], target?: number}} counted
 */
export function count({ metric, ours, reference, target }) {
  const [figures, others] = [ours, reference].map(([all, ofCheckpoints]) => [inFigures(all), inFigures(ofCheckpoints)]);
  if (target === undefined) return [metric, ...figures, ...others, '', ''];
  return [metric, ...figures, ...others, `≤ ${target}`, ours[0] <= target ? 'met' : 'MISSED'];
}

/** Reports what could not be counted here in one line of the table of counts. */
export function notCounted({ metric, target, problem }) {
  return [metric, '', '', '', '', target === undefined ? '' : `≤ ${target}`, `not counted: ${problem}`];
}

/** Reports a failed measurement in one line of its table. */
export function failed(headings, metric, error) {
  return [metric, ...headings.slice(2).map(() => ''), `not measured: ${error.message}`];
}

/** Renders the lines as a table of aligned columns. */
export function renderTable(headings, lines) {
  const table = [headings, ...lines];
  const widths = headings.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  return table
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column])).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

const inFigures = (value) => value?.toFixed(2) ?? '';
export const inMilliseconds = (value) => `${value.toFixed(value < 10 ? 3 : 0)} ms`;
export const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const inKilobytes = (bytes) => `${(bytes / 1e3).toFixed(2)} kB`;

/** Describes the machine of the measurement, and whether processes were pinned to cores. */
export function describeMachine() {
  const pinning = cores.server === undefined ? 'nothing pinned' : 'CPU measured with pinned cores';
  return `${describeHost()}, ${pinning}`;
}

/** Describes the machine and its load. */
export function describeHost() {
  const load = loadavg()[0].toFixed(1);
  return `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${load}`;
}
