import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { OperatorFigures } from '../../services/operator-figures.ts';

/** Prometheus metrics of one server; each server has its own. */
export interface Metrics {
  /** Counts an answered request. */
  count(operation: string, status: number, seconds: number): void;
  render(): Promise<string>;
}

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 35];

/** Counts of one operation. */
interface Tally {
  readonly statuses: Map<number, number>;
  /** Requests per bound that took at most this and more than the bound before; the last counts the slower ones. */
  readonly buckets: number[];
  seconds: number;
}

/** Longer than the time between two measurements of the event loop's delay. */
const MEASURED_WITHIN_MS = 25;

/**
 * Creates the counts of the requests. Node's own metrics are collected from the first rendering on: watching the event loop
 * for them wakes an idle process a hundred times a second.
 * @param readFigures is called at each rendering, like `readBlocked`
 * @param readBlocked reads how often the event loop was held, by operation
 */
export function createMetrics(
  readFigures: () => Promise<OperatorFigures>,
  readBlocked: () => ReadonlyMap<string, number>,
): Metrics {
  const tallies = new Map<string, Tally>();
  let loaded: Promise<Registry> | undefined;
  const ofNode = () => {
    loaded ??= collectNodeMetrics().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  let rendering: Promise<string> | undefined;
  // Calls at the same time share a rendering: each begins to measure the event loop anew.
  const renderNode = () => {
    rendering ??= ofNode()
      .then((registry) => registry.metrics())
      .finally(() => {
        rendering = undefined;
      });
    return rendering;
  };

  function tallyOf(operation: string): Tally {
    const known = tallies.get(operation);
    if (known) return known;
    const made = { statuses: new Map(), buckets: new Array<number>(BOUNDS.length + 1).fill(0), seconds: 0 };
    tallies.set(operation, made);
    return made;
  }

  return {
    count(operation, status, seconds) {
      const tally = tallyOf(operation);
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      const within = BOUNDS.findIndex((bound) => seconds <= bound);
      const bucket = within === -1 ? BOUNDS.length : within;
      tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
      tally.seconds += seconds;
    },
    async render() {
      const [node, figures] = await Promise.all([renderNode(), readFigures()]);
      return [node, renderTallies(tallies), renderBlocked(readBlocked()), renderFigures(figures)].join('\n');
    },
  };
}

async function collectNodeMetrics(): Promise<Registry> {
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  // The first measurement sets the start, the second one is a delay. However late both are, each wait contains one.
  await delay(MEASURED_WITHIN_MS);
  await delay(MEASURED_WITHIN_MS);
  return registry;
}

/** Writes the tallies in Prometheus' text format. Ids of operations need no escaping. */
function renderTallies(tallies: ReadonlyMap<string, Tally>): string {
  const requests = [...tallies].flatMap(([operation, { statuses }]) =>
    [...statuses].map(
      ([status, count]) => `social_http_requests_total{operation="${operation}",status="${status}"} ${count}`,
    ),
  );
  const durations = [...tallies].flatMap(([operation, tally]) => renderHistogram(operation, tally));
  return [
    '# HELP social_http_requests_total Requests by operation and status',
    '# TYPE social_http_requests_total counter',
    ...requests,
    '',
    '# HELP social_http_request_duration_seconds Time to answer by operation',
    '# TYPE social_http_request_duration_seconds histogram',
    ...durations,
    '',
  ].join('\n');
}

function renderBlocked(blocked: ReadonlyMap<string, number>): string {
  const name = 'social_event_loop_blocked_total';
  return [
    `# HELP ${name} Times that an operation or job held the event loop for more than 250 ms`,
    `# TYPE ${name} counter`,
    ...[...blocked].map(([operation, count]) => `${name}{operation="${operation}"} ${count}`),
    '',
  ].join('\n');
}

function renderHistogram(operation: string, { buckets, seconds }: Tally): string[] {
  const name = 'social_http_request_duration_seconds';
  let count = 0;
  const lines = [...BOUNDS, '+Inf'].map((bound, index) => {
    count += buckets[index] ?? 0;
    return `${name}_bucket{le="${bound}",operation="${operation}"} ${count}`;
  });
  return [
    ...lines,
    `${name}_sum{operation="${operation}"} ${seconds}`,
    `${name}_count{operation="${operation}"} ${count}`,
  ];
}

/** Writes the figures that are known. The others are left out: a figure that nobody has read is not 0. */
function renderFigures({ backlog, dataDisk }: OperatorFigures): string {
  const ofDatabase = backlog && [
    ...renderGauge('social_overdue_seconds', 'Time for which the longest waiting post and target have been due', {
      '{kind="post"}': backlog.overdueSeconds.post,
      '{kind="target"}': backlog.overdueSeconds.target,
    }),
    ...renderGauge('social_unknown_targets', 'Targets of unknown outcome, by whether they are looked for again', {
      '{further_look="true"}': backlog.unknownTargets.furtherLook,
      '{further_look="false"}': backlog.unknownTargets.noFurtherLook,
    }),
    ...renderGauge('social_missed_posts', 'Posts that were not sent because they were too late', {
      '': backlog.missedPosts,
    }),
    ...renderGauge('social_connections_to_reconnect', 'Connected accounts that have to be connected again', {
      '': backlog.connectionsToReconnect,
    }),
  ];
  const ofDisk = dataDisk && [
    ...renderGauge('social_data_disk_free_bytes', 'Free space of the disk of the data folder', { '': dataDisk.free }),
    ...renderGauge('social_data_disk_size_bytes', 'Size of the disk of the data folder', { '': dataDisk.size }),
  ];
  return [...(ofDatabase ?? []), ...(ofDisk ?? [])].join('\n');
}

/** @param values by labels */
function renderGauge(name: string, help: string, values: Readonly<Record<string, number>>): string[] {
  const samples = Object.entries(values).map(([labels, value]) => `${name}${labels} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples, ''];
}
