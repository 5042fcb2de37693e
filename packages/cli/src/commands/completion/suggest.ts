import { PLATFORM_IDS, platformFacts } from '@social/types';
import type { Command } from 'commander';
import { resolveSettings } from '../../lib/config/settings.ts';
import { type Context, openClient } from '../../lib/context.ts';
import { accountName, platformNamed } from '../../lib/networks.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { findSlot, type Slot, type Suggestion } from './slot.ts';

/** Time limit for the answers of the server: a person waits for the suggestions. */
const ANSWERS_WITHIN_MS = 1000;
/** Characters that need no quotes in a shell and do nothing in a terminal. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** `social __complete -- <words>`: prints suggestions for the last word. Errors only leave suggestions out. */
export async function printSuggestions(
  context: Context,
  words: readonly string[],
  _options: object,
  command: Command,
): Promise<void> {
  const slot = findSlot(command.parent ?? command, words);
  if (slot.kind === 'files') return context.io.stdout.write(':files\n');
  const found = await suggest(context, slot, words).catch((): Suggestion[] => []);
  const lines = found
    .filter(({ value }) => PLAIN.test(value) && value.startsWith(slot.current))
    .map(({ value, description }) => `${`${slot.prefix}${value}`.slice(slot.kept.length)}\t${oneLine(description)}\n`);
  context.io.stdout.write(lines.join(''));
}

async function suggest(context: Context, slot: Slot, words: readonly string[]): Promise<Suggestion[]> {
  switch (slot.kind) {
    case 'platform':
      return slot.current.includes(':') ? accounts(context, words, slot.current) : [...platforms(), ...slot.more];
    case 'platforms':
      return severalPlatforms(context, words, slot.current);
    case 'profile':
      return [...(await profiles(context, words)), ...slot.more];
    case 'context':
      return [...(await context.stored()).contexts].map(([value, { baseUrl }]) => ({
        value,
        description: baseUrl ?? '',
      }));
    default:
      return [...slot.more];
  }
}

function platforms(): Suggestion[] {
  return PLATFORM_IDS.map((value) => ({ value, description: platformFacts(value).label }));
}

/** Completes `profnet,mi` to `profnet,microblog`, without what is already listed. */
async function severalPlatforms(context: Context, words: readonly string[], current: string): Promise<Suggestion[]> {
  const [last = '', ...others] = current.split(',').reverse();
  const done = others.toReversed();
  const before = done.map((name) => `${name},`).join('');
  const offered = last.includes(':') ? await accounts(context, words, last) : platforms();
  return offered
    .filter(({ value }) => !done.includes(value))
    .map(({ value, description }) => ({ value: before + value, description }));
}

/** Completes `mastodon:ne` to `mastodon:news`, and `telegram:` to the accounts at Telegram. */
async function accounts(context: Context, words: readonly string[], current: string): Promise<Suggestion[]> {
  const [given = ''] = current.split(':');
  const named = platformNamed(given);
  const server = await serverOf(context, words);
  if (!named || !server) return [];
  const { client, signal, profile } = server;
  const { profiles } = profile === undefined ? { profiles: [] } : await client.profiles.listProfiles({}, { signal });
  const profileId = profiles.find(({ slug }) => slug === profile)?.id;
  const connections = await client.connections.getConnectionStatus({ profileId }, { signal });
  const { accounts = [] } = connections[named.platform] ?? {};
  return accounts
    .filter(({ network }) => named.network === undefined || network === named.network)
    .map((account) => ({ value: `${given}:${account.name}`, description: accountName(account) }));
}

async function profiles(context: Context, words: readonly string[]): Promise<Suggestion[]> {
  const server = await serverOf(context, words);
  if (!server) return [];
  const { profiles } = await server.client.profiles.listProfiles({}, { signal: server.signal });
  return profiles.map(({ slug, name }) => ({ value: slug, description: name }));
}

/** The server that a line names; undefined without a key for it. */
async function serverOf({ io, flags, stored }: Context, words: readonly string[]) {
  const given = {
    ...flags,
    ...flagValue(words, '--base-url', 'baseUrl'),
    ...flagValue(words, '--context', 'context'),
    ...flagValue(words, '--profile', 'profile'),
    insecure: words.includes('--insecure'),
  };
  const { baseUrl, apiKey, profile } = resolveSettings(given, io.env, await stored());
  if (!apiKey.value) return undefined;
  const client = await openClient({ io, flags: given }, baseUrl.value ?? '', apiKey.value);
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
  return { client, signal, profile: profile.value };
}

/** The value of a common flag among unparsed words. */
function flagValue(words: readonly string[], flag: string, name: 'baseUrl' | 'context' | 'profile'): object {
  const index = words.indexOf(flag);
  const value = index === -1 || index >= words.length - 2 ? undefined : words[index + 1];
  return value === undefined ? {} : { [name]: value };
}
