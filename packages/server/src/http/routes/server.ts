import openapi from '@social/types/openapi.json' with { type: 'json' };
import { isLoopback, isLoopbackAddress } from '../../addresses.ts';
import { AppError } from '../../errors.ts';
import { isSameSecret } from '../../secrets.ts';
import type { HandlersOf, HttpRequest } from '../operations/operation-types.ts';
import { writeReference } from '../pages/reference.ts';
import type { Metrics } from '../replies/metrics.ts';

const FORWARDING_HEADERS = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'];

/** Reference, health and metrics. */
export function serverRoutes(deps: {
  metrics: Metrics;
  metricsToken: string | null;
  /** URL of the sandbox; null with real networks. */
  sandboxUrl: string | null;
  baseUrl: string;
  isStopping: () => boolean;
  /** Rejects with `unavailable` while the server drains or cannot use the database. */
  checkReady: () => Promise<void>;
}): HandlersOf<'server'> {
  let [reference, contract]: string[] = [];
  // Shown only on a loopback address, and without the user name and password of the URL.
  const isShown = deps.sandboxUrl !== null && isLoopback(new URL(deps.baseUrl).hostname);
  const shown = isShown && { sandboxUrl: new URL(deps.sandboxUrl ?? '').origin };
  return {
    getOpenApi() {
      contract ??= JSON.stringify(openapi);
      return { status: 200, type: 'application/json', text: contract };
    },
    getLlmsTxt() {
      reference ??= writeReference();
      return { status: 200, type: 'text/plain', text: reference };
    },
    getHealth: () => ({ status: 200, body: { status: deps.isStopping() ? 'draining' : 'ok', ...shown } }),
    async getReadiness() {
      await deps.checkReady();
      return { status: 200, body: { status: 'ready' } };
    },
    async getMetrics({ http }) {
      const given = /^Bearer (.+)$/i.exec(http.header('Authorization') ?? '')?.[1];
      const hasToken = deps.metricsToken !== null && given !== undefined && isSameSecret(given, deps.metricsToken);
      if (!hasToken && !isFromHere(http)) {
        throw new AppError(
          'forbidden',
          'Metrics are for this machine, or for the Bearer token of SOCIAL_METRICS_TOKEN',
        );
      }
      return { status: 200, type: 'text/plain', text: await deps.metrics.render() };
    },
  };
}

/**
 * Returns true for a request from this machine. A proxy on this machine forwards requests of other machines, and a foreign host
 * name that resolves to this machine belongs to a foreign page.
 */
function isFromHere({ client, header }: HttpRequest): boolean {
  const isForwarded = FORWARDING_HEADERS.some((name) => header(name) !== undefined);
  const host = (header('Host') ?? '').replace(/:\d+$/, '');
  return !isForwarded && isLoopbackAddress(client) && isLoopback(host);
}
