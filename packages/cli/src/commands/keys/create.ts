import { findProfile, type GivenTarget } from '@social/post-input';
import { isTarget, platformOf, type Target } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { listed, parseScopes } from '../../lib/key-options.ts';
import { parseTargets, resolveTargets } from '../../lib/post/input/targets.ts';
import { fetchData } from '../../lib/server/send.ts';
import { parseDuration } from '../../lib/text/duration.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { parseAt, utcText } from '../../lib/text/time.ts';

/** Options of `social keys create`. A list may also be one text with commas. */
interface KeyOptions {
  readonly scope?: readonly string[];
  readonly platform?: readonly string[];
  readonly expires?: string;
  readonly creditLimit?: number;
}

/** `social keys create <name>`: prints the key on stdout, and advice on stderr. */
export async function createKey(context: Context, name: string, options: KeyOptions): Promise<void> {
  const profiles = await profilesOf(context);
  const wanted = {
    name,
    ...(options.scope && { scopes: parseScopes(options.scope) }),
    ...(options.platform && { platforms: await platformsOf(context, options.platform, profiles) }),
    ...(options.expires !== undefined && { expiresAt: parseEnd(options.expires, context.io.now()) }),
    ...(options.creditLimit !== undefined && { creditLimit: options.creditLimit }),
    ...(profiles && { profiles }),
  };
  const client = await context.client();
  const answer = await fetchData(context, 'creating …', (call) => client.keys.createKey(wanted, call));
  await context.output.data(answer, () => oneLine(answer.rawKey));
  await context.output.note('Keep this key now: it is not shown again.');
}

/** Profiles that `--profile` names. That of the environment or of the stored server does not bind a new key. */
async function profilesOf(context: Context): Promise<string[] | undefined> {
  const { value, source } = (await context.settings()).profile;
  return value === undefined || source !== 'flag' ? undefined : listed([value]);
}

/** Reads `--platform`, where a platform or a network alone means all its accounts. @throws {CliError} for `all` and `profnet:*` */
async function platformsOf(
  context: Context,
  values: readonly string[],
  profiles: readonly string[] | undefined,
): Promise<Target[]> {
  const named = parseTargets(values, '--platform');
  const ofNetworks = named.filter(({ target, network }) => network !== undefined && !target.endsWith(`:${network}`));
  for (const slug of ofNetworks.length === 0 ? [] : (profiles ?? [undefined])) {
    const { id } = await findProfile(await context.client(), slug, context.io.signal);
    await resolveTargets(context, ofNetworks, id);
  }
  return [...new Set(named.map(({ target }) => limitOf(target)))];
}

function limitOf(target: GivenTarget): Target {
  if (isTarget(target)) return target;
  const instead = target === 'all' ? 'Leave --platform out' : `Say --platform ${platformOf(target)}`;
  throw usageError(`A key is not bound to ${target}`, `${instead}, which means all accounts. No key was made.`);
}

/** Reads `90d` or a time as the end of a key, RFC 3339. */
function parseEnd(value: string, now: Date): string {
  if (/^\d+[a-z]$/i.test(value.trim())) {
    return new Date(now.getTime() + parseDuration(value, '--expires')).toISOString();
  }
  return utcText(parseAt(value, false, '--expires'));
}
