import { availableParallelism, cpus, loadavg } from 'node:os';
import { lowerBound, median, noiseOf, quantile } from './statistics.mjs';

const VOID_ABOVE = 1.5;
const HEADINGS = ['measured', 'result', 'target', 'verdict'];

/**
 * Compares the values of both sides, which share a unit, in one line of the table.
 * @param {{metric: string, ours: number[], reference: number[], target: number, show: (value: number) => string}} measured
 */
export function compare({ metric, ours, reference, target, show: inUnit }) {
  const ratio = median(ours) / median(reference);
  const noise = noiseOf(reference);
  const sides = `${inUnit(median(ours))} ÷ ${inUnit(median(reference))}`;
  const least = lowerBound(ours, reference).toFixed(2);
  const verdict = ratio <= target ? 'met' : 'MISSED';
  return [
    metric,
    `${ratio.toFixed(2)} = ${sides}; at least ${least}, noise ${noise.toFixed(2)}`,
    `≤ ${target}`,
    noise > VOID_ABOVE ? `${verdict}, void: noise` : verdict,
  ];
}

/** Shows a figure without a target in one line of the table. */
export function show(metric, result) {
  return [metric, result, '', ''];
}

/** Compares a figure with the highest that is wanted, in one line of the table. */
export function atMost(metric, value, limit, inUnit = inSeconds) {
  return [metric, inUnit(value), `≤ ${inUnit(limit)}`, value <= limit ? 'met' : 'MISSED'];
}

/**
 * Shows the counts of both sides, each with the part that checkpoints have in it, in one line of the table.
 * @param {{metric: string, ours: number[], reference: number[], target?: number}} counted
 */
export function count({ metric, ours, reference, target }) {
  const inFigures = ([all, ofCheckpoints]) =>
    ofCheckpoints === undefined ? all.toFixed(2) : `${all.toFixed(2)} (checkpoints ${ofCheckpoints.toFixed(2)})`;
  const line = show(metric, `${inFigures(ours)}; reference ${inFigures(reference)}`);
  return target === undefined ? line : [...line.slice(0, 2), `≤ ${target}`, ours[0] <= target ? 'met' : 'MISSED'];
}

/** Shows what must not happen to a post in one line of the table. What did happen makes the exit status 1. */
export function unbroken(metric, { broken, unknown }) {
  const { twice, lost, disordered } = broken;
  const isWhole = twice + lost + disordered === 0;
  if (!isWhole) process.exitCode = 1;
  const result = `${twice} / ${lost} / ${disordered}, outcome unknown: ${unknown}`;
  return [`${metric}: sent twice / lost / out of order`, result, '0 / 0 / 0', isWhole ? 'met' : 'BROKEN'];
}

/** Renders the lines as a table of aligned columns. */
export function renderTable(lines) {
  const table = [HEADINGS, ...lines];
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  return table
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column])).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Names the median, 99 % and all of some times. */
export function spreadOf(times) {
  const [middle, most, all] = [0.5, 0.99, 1].map((share) => inSeconds(quantile(times, share)));
  return `p50 ${middle}, p99 ${most}, max ${all} (${times.length})`;
}

/** Shows how long something took: seconds from one second on. */
export function inSeconds(milliseconds) {
  return milliseconds >= 1_000 ? `${(milliseconds / 1_000).toFixed(2)} s` : `${Math.round(milliseconds)} ms`;
}

export const inMilliseconds = (value) => `${value.toFixed(value < 10 ? 3 : 0)} ms`;
export const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const inKilobytes = (bytes) => `${(bytes / 1e3).toFixed(2)} kB`;

/** Describes the machine and its load. */
export function describeMachine() {
  const load = loadavg()[0].toFixed(1);
  return `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${load}`;
}
