import { timingSafeEqual } from 'node:crypto';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import { AppError } from '../../errors.ts';
import { isLoopback } from '../../loopback.ts';
import { isLoopbackAddress } from '../../media/fetch/address.ts';
import { sha256 } from '../../secrets.ts';
import type { Metrics } from '../metrics.ts';
import type { HandlersOf, HttpRequest } from '../operations/operation-types.ts';
import { writeReference } from '../pages/reference.ts';

const FORWARDING_HEADERS = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'];

/** Reference documents, health and metrics. */
export function serverRoutes(deps: {
  metrics: Metrics;
  metricsToken: string | null;
  /** Null: the networks are not simulated. */
  sandboxUrl: string | null;
  baseUrl: string;
  /** Rejects with `unavailable` when the server is draining or the database cannot be asked. */
  checkReady: () => Promise<void>;
}): HandlersOf<'server'> {
  const reference = writeReference();
  // To nobody who reaches this server from elsewhere, and never with the user name or password of an address.
  const isShown = deps.sandboxUrl !== null && isLoopback(new URL(deps.baseUrl).hostname);
  const health = { status: 'ok' as const, ...(isShown && { sandboxUrl: new URL(deps.sandboxUrl ?? '').origin }) };
  return {
    getOpenApi: () => ({ status: 200, body: openapi }),
    getLlmsTxt: () => ({ status: 200, type: 'text/plain', text: reference }),
    getHealth: () => ({ status: 200, body: health }),
    async getReadiness() {
      await deps.checkReady();
      return { status: 200, body: { status: 'ready' } };
    },
    async getMetrics({ http }) {
      const given = /^Bearer (.+)$/i.exec(http.header('Authorization') ?? '')?.[1];
      const hasToken = deps.metricsToken !== null && given !== undefined && isSame(given, deps.metricsToken);
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
 * Returns true for a request of this machine's own. A proxy on this machine speaks for clients that are elsewhere, and a
 * foreign name that leads to this machine brings a foreign page.
 */
function isFromHere({ client, header }: HttpRequest): boolean {
  const isForwarded = FORWARDING_HEADERS.some((name) => header(name) !== undefined);
  const host = (header('Host') ?? '').replace(/:\d+$/, '');
  return !isForwarded && isLoopbackAddress(client) && isLoopback(host);
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)));
}
