import { PLATFORM_IDS, platformFacts } from '@social/types';
import type { Command } from 'commander';
import { resolveSettings } from '../../lib/config/settings.ts';
import { type Context, openClient } from '../../lib/context.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { findSlot, type Slot, type Suggestion } from './slot.ts';

/** Time limit for reading profiles: a person waits for the suggestions. */
const PROFILES_WITHIN_MS = 1000;
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
    .map(({ value, description }) => `${slot.prefix}${value}\t${oneLine(description)}\n`);
  context.io.stdout.write(lines.join(''));
}

async function suggest(context: Context, slot: Slot, words: readonly string[]): Promise<Suggestion[]> {
  switch (slot.kind) {
    case 'platform':
      return [...platforms(), ...slot.more];
    case 'platforms':
      return severalPlatforms(slot.current);
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

/** Completes `profnet,mi` to `profnet,microblog`, without platforms that are already listed. */
function severalPlatforms(current: string): Suggestion[] {
  const done = current.split(',').slice(0, -1);
  const before = done.map((name) => `${name},`).join('');
  return platforms()
    .filter(({ value }) => !done.includes(value))
    .map(({ value, description }) => ({ value: before + value, description }));
}

async function profiles({ io, flags, stored }: Context, words: readonly string[]): Promise<Suggestion[]> {
  const given = {
    ...flags,
    ...flagValue(words, '--base-url', 'baseUrl'),
    ...flagValue(words, '--context', 'context'),
    insecure: words.includes('--insecure'),
  };
  const { baseUrl, apiKey } = resolveSettings(given, io.env, await stored());
  if (!apiKey.value) return [];
  const client = await openClient({ io, flags: given }, baseUrl.value ?? '', apiKey.value);
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(PROFILES_WITHIN_MS)]);
  const { profiles } = await client.profiles.listProfiles({}, { signal });
  return profiles.map(({ slug, name }) => ({ value: slug, description: name }));
}

/** The value of a common flag among unparsed words. */
function flagValue(words: readonly string[], flag: string, name: 'baseUrl' | 'context'): object {
  const index = words.indexOf(flag);
  const value = index === -1 || index >= words.length - 2 ? undefined : words[index + 1];
  return value === undefined ? {} : { [name]: value };
}
