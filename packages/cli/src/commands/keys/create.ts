import type { Context } from '../../lib/context.ts';
import { listed, parseScopes } from '../../lib/key-options.ts';
import { parsePlatform } from '../../lib/networks.ts';
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
  const wanted = {
    name,
    ...(options.scope && { scopes: parseScopes(options.scope) }),
    ...(options.platform && { platforms: [...new Set(listed(options.platform).map(parsePlatform))] }),
    ...(options.expires !== undefined && { expiresAt: parseEnd(options.expires, context.io.now()) }),
    ...(options.creditLimit !== undefined && { creditLimit: options.creditLimit }),
    ...(await profilesOf(context)),
  };
  const client = await context.client();
  const answer = await fetchData(context, 'creating …', (call) => client.keys.createKey(wanted, call));
  await context.output.data(answer, () => oneLine(answer.rawKey));
  await context.output.note('Keep this key now: it is not shown again.');
}

/** Profiles that `--profile` names. That of the environment or of the stored server does not bind a new key. */
async function profilesOf(context: Context): Promise<{ profiles?: string[] }> {
  const { value, source } = (await context.settings()).profile;
  return value === undefined || source !== 'flag' ? {} : { profiles: listed([value]) };
}

/** Reads `90d` or a time as the end of a key, RFC 3339. */
function parseEnd(value: string, now: Date): string {
  if (/^\d+[a-z]$/i.test(value.trim())) {
    return new Date(now.getTime() + parseDuration(value, '--expires')).toISOString();
  }
  return utcText(parseAt(value, false, '--expires'));
}
