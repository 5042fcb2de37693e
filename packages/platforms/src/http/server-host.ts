import { isIP } from 'node:net';
import type { PlatformId } from '@social/types';
import type { CallContext, DriverOptions } from '../driver.ts';
import { invalidField } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { isUnknownName } from './exchange/transport-failure.ts';

/** Limits and ways of a search for the server that a user has named. */
export interface ServerSearch extends CallContext, Pick<DriverOptions, 'through' | 'plcUrl' | 'resolverUrl'> {
  /** Base of the simulated network, without a trailing slash; null where the real one is used. */
  readonly sandboxUrl: string | null;
}

/** Names that never lead to a public server. @see https://www.iana.org/assignments/special-use-domain-names */
const PRIVATE_ENDINGS = [
  ...['alt', 'arpa', 'corp', 'example', 'home', 'internal', 'intranet', 'invalid', 'lan', 'local', 'localdomain'],
  ...['localhost', 'mail', 'onion', 'private', 'test'],
];
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const MAX_LENGTH = 253;

/**
 * Reads the server out of what a user types: `fosstodon.org`, `@ada@fosstodon.org` or `https://fosstodon.org/@ada`.
 * @param field name of the input, which begins the message
 * @param allowLoopback also takes this machine, with a port and without TLS
 * @returns the server's origin
 * @throws PlatformError for anything else: ports, IP addresses in any spelling, private names, letters beyond ASCII
 */
export function readServerHost(
  typed: string,
  { platform, field, allowLoopback }: { platform: PlatformId; field: string; allowLoopback: boolean },
): string {
  const host = hostIn(typed.trim()).toLowerCase().replace(/\.$/, '');
  if (allowLoopback && LOOPBACK.test(host) && URL.canParse(`http://${host}`)) return `http://${host}`;
  const problem = problemOf(host);
  if (problem) throw new PlatformError(platform, invalidField(field, `${problem}; nothing was sent to it`));
  return `https://${host}`;
}

/**
 * Waits for the answer of a server that a user has named. A name that no server has is the user's mistake, while silent name
 * servers are not.
 * @throws PlatformError
 */
export async function answerOfNamed<Answer>(
  answer: Promise<Answer>,
  { platform, field }: { platform: PlatformId; field: string },
): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    if (!(cause instanceof PlatformError && isUnknownName(cause))) throw cause;
    const meaning = invalidField(field, 'leads to no public server; check how it is written');
    throw new PlatformError(platform, { ...meaning, cause });
  }
}

/** The part of an address or an account's name that names the host; whatever else is there stays, and is refused. */
function hostIn(typed: string): string {
  const address = /^https?:\/\/([^/?#]*)/i.exec(typed);
  return address?.[1] ?? /^@?[^@\s/:]+@([^@]+)$/.exec(typed)?.[1] ?? typed;
}

/** Says what is wrong with a host, and what to write instead; undefined for the name of a public server. */
function problemOf(host: string): string | undefined {
  const WANTED = 'write the name of the server alone, such as fosstodon.org';
  const isAscii = /^[\x21-\x7e]+$/.test(host);
  const url = URL.parse(`https://${host}`);
  if (!isAscii && url && /^\S+$/.test(host)) {
    return `has letters that can look like others; if you mean this server, write its name as ${url.hostname}`;
  }
  if (!isAscii || !url) return `is not the name of a server; ${WANTED}`;
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return 'is an IP address; write the name of the server';
  if (url.username || url.password) return `holds a name or password; ${WANTED}`;
  if (host.includes(':')) return `has a port; ${WANTED}`;
  if (url.hostname !== host || host.length > MAX_LENGTH) return `is not the name of a server; ${WANTED}`;
  const labels = host.split('.');
  if (!labels.every((label) => LABEL.test(label))) return `is not the name of a server; ${WANTED}`;
  if (labels.length < 2) return `is not a whole name; ${WANTED}`;
  if (PRIVATE_ENDINGS.includes(labels.at(-1) ?? '')) return 'is a private name, and no public server; check the name';
  return undefined;
}
