import { availableParallelism, cpus, loadavg } from 'node:os';
import { cores } from './programs.mjs';
import { lowerBound, median, noiseOf } from './statistics.mjs';

const VOID_ABOVE = 1.5;
const HEADINGS = ['metric', 'ours', 'reference', 'ratio', 'at least', 'noise', 'target', 'verdict'];

/**
 * One line of the table from the values of both sides, which share a unit.
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

/** One line for a single number with a fixed limit. */
export function judge({ metric, ours, limit, show }) {
  return [metric, show(ours), '', '', '', '', `≤ ${show(limit)}`, ours <= limit ? 'met' : 'MISSED'];
}

/** One line for what could not be measured. */
export function failed(metric, error) {
  return [metric, '', '', '', '', '', '', `not measured: ${error.message}`];
}

/** The lines as a table of aligned columns. */
export function renderTable(lines) {
  const table = [HEADINGS, ...lines];
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  return table
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column])).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

export const inMilliseconds = (value) => `${value.toFixed(value < 10 ? 3 : 0)} ms`;
export const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const inKilobytes = (bytes) => `${(bytes / 1e3).toFixed(2)} kB`;

/** What the numbers were measured on. */
export function describeMachine() {
  const pinning = cores.server === undefined ? 'nothing pinned' : 'CPU measured with pinned cores';
  return `${describeHost()}, ${pinning}`;
}

/** The machine and what else it does. */
export function describeHost() {
  const load = loadavg()[0].toFixed(1);
  return `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${load}`;
}
