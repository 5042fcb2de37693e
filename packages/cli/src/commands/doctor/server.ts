import { SocialApiError, type SocialClient, SocialConnectionError } from '@social/sdk';
import { OPERATIONS } from '@social/types';
import { EXIT } from '../../lib/exit-codes.ts';
import type { Io } from '../../lib/io.ts';
import { compareVersions, VERSION_HEADER } from '../../lib/server/server-version.ts';
import { countOf } from '../../lib/text/terminal-text.ts';
import { VERSION } from '../../lib/version.ts';
import { type Finding, failed, fine, howToSet, warning } from './finding.ts';

/** The Date header has whole seconds, and both clocks drift a little. */
const MAX_SKEW_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** Checks that the server is ready, knows the operations of this command, and has the same time. */
export async function checkServer(io: Io, client: SocialClient, source: string): Promise<Finding[]> {
  const options = { signal: io.signal, timeoutMs: TIMEOUT_MS };
  const startedAt = io.now().getTime();
  let answeredAt: number;
  let headers: Headers;
  try {
    const { response } = await client.server.getHealth({}, options).withResponse();
    ({ headers } = response);
    answeredAt = io.now().getTime();
    await client.server.getReadiness({}, options);
  } catch (error) {
    return [unreachable(client, source, error)];
  }
  const reachable = fine('server', `${client.baseUrl} (${source}) is ready, answered in ${answeredAt - startedAt} ms`);
  const versions = await checkVersions(client, headers.get(VERSION_HEADER), options);
  return [reachable, versions, ...checkClock(headers.get('date'), (startedAt + answeredAt) / 2)];
}

function unreachable(client: SocialClient, source: string, error: unknown): Finding {
  if (error instanceof SocialConnectionError) {
    const fix = `start it there (social-server start), or name the right address: ${howToSet('base-url', source, 'URL')}`;
    return failed('server', EXIT.failed, { message: `${error.message} (address from: ${source})`, fix });
  }
  if (!(error instanceof SocialApiError)) throw error;
  if (error.status === 503) {
    const fix = 'wait a moment; if it stays, on the server: social-server doctor';
    return failed('server', EXIT.failed, { message: `${client.baseUrl} is not ready: ${error.message}`, fix });
  }
  return failed('server', EXIT.failed, {
    message: `${client.baseUrl} does not answer as a social server does: HTTP ${error.status}`,
    fix: `is another program, or a proxy, at this address? ${howToSet('base-url', source, 'URL')}`,
  });
}

/** Compares operations as well as version numbers, which are all that other commands see. */
async function checkVersions(client: SocialClient, server: string | null, options: object): Promise<Finding> {
  const description: Readonly<Record<string, unknown>> = await client.server.getOpenApi({}, options);
  const text = JSON.stringify(description['paths'] ?? {});
  const missing = Object.keys(OPERATIONS).filter((name) => !text.includes(`"operationId":"${name}"`));
  const { version } = (description['info'] ?? {}) as { version?: unknown };
  const versions = `social ${VERSION}, server ${server ?? 'without a version'}, API ${String(version)}`;
  const difference = server === null ? undefined : compareVersions(VERSION, server);
  if (missing.length === 0) {
    return difference ? warning('versions', difference.message, difference.fix) : fine('versions', versions);
  }
  return warning(
    'versions',
    `${versions}, which lacks ${countOf(missing.length, 'operation')} of this command: ${missing.join(', ')}`,
    difference?.fix ?? `update the server to ${VERSION}`,
  );
}

function checkClock(date: string | null, now: number): Finding[] {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return [];
  const skewMs = now - server;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return [fine('clock', 'the same here and on the server')];
  return [
    warning(
      'clock',
      `this machine is ${countOf(seconds, 'second')} ${skewMs > 0 ? 'ahead of' : 'behind'} the server; times without a zone and waits are off by that`,
      'set the clock of whichever is wrong: timedatectl set-ntp true',
    ),
  ];
}
