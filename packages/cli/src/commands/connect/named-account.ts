import { type PlatformId, platformFacts } from '@social/types';
import { type CliError, usageError } from '../../lib/errors.ts';
import type { Io } from '../../lib/io.ts';
import { isInteractive, promptStreams } from '../../lib/terminal/tty.ts';

/** Account or server that the user names, at networks of which anybody runs a server. */
export interface NamedAccount {
  /** Server of the account. */
  readonly host?: string;
  /** Name of the account. */
  readonly handle?: string;
}

/** The account or server that platforms ask for, in words. */
const ASKED = {
  host: { what: 'Server of the account', missing: 'Say at which server the account is', example: 'fosstodon.org' },
  handle: { what: 'Name of the account', missing: 'Say which account it is', example: 'ada.bsky.social' },
} as const;

/** Keeps what the platform asks for. @throws {CliError} for what it does not ask for */
export function readNamed(platform: PlatformId, given: NamedAccount): NamedAccount {
  const asks = platformFacts(platform).signIn?.asks;
  for (const field of ['host', 'handle'] as const) {
    if (given[field] === undefined || field === asks || (field === 'host' && asks)) continue;
    const what = field === 'host' ? 'server' : 'account name';
    throw usageError(`${platform} has no ${what} to choose; leave out --${field}`, 'Nothing was sent.');
  }
  const { host, handle } = given;
  return { ...(host !== undefined && { host }), ...(handle !== undefined && { handle }) };
}

/** Returns true when something is still to be asked. */
export function isUnnamed(platform: PlatformId, { host, handle }: NamedAccount): boolean {
  return platformFacts(platform).signIn !== undefined && host === undefined && handle === undefined;
}

/** Asks for what the platform needs. @throws {CliError} without a terminal */
export async function askNamed(io: Io, platform: PlatformId): Promise<NamedAccount> {
  const asks = platformFacts(platform).signIn?.asks ?? 'host';
  if (!isInteractive(io)) throw notNamed(platform, (flag) => `social connect ${platform} ${flag}`);
  const { input } = await import('@inquirer/prompts');
  const { what, example } = ASKED[asks];
  const question = { message: `${what}, such as ${example}`, required: true };
  return { [asks]: (await input(question, promptStreams(io))).trim() };
}

/** The error for an account that was not named. @param exampleWith command line with the flag that names it */
export function notNamed(platform: PlatformId, exampleWith: (flag: string) => string): CliError {
  const asks = platformFacts(platform).signIn?.asks ?? 'host';
  const { missing, example } = ASKED[asks];
  return usageError(missing, `For example: ${exampleWith(`--${asks} ${example}`)}`);
}
