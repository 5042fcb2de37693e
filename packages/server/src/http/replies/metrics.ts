import type { Middleware } from 'koa';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one server; each server has its own registry. */
export interface Metrics {
  readonly middleware: Middleware;
  render(): Promise<string>;
}

/** Creates the registry with Node's default metrics and two of the requests. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'social_http_requests_total',
    help: 'Requests by operation and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'social_http_request_duration_seconds',
    help: 'Time to answer by operation',
    labelNames: ['operation'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 35],
    registers: [registry],
  });
  return {
    async middleware(ctx, next) {
      const started = performance.now();
      await next();
      const operation = (ctx.state['operation'] as string | undefined) ?? 'none';
      requests.inc({ operation, status: ctx.status });
      durations.observe({ operation }, (performance.now() - started) / 1000);
    },
    render: () => registry.metrics(),
  };
}
