import { byAccount, findProfile } from '@social/post-input';
import { ReportedError } from '@social/post-input/report';
import { type Output, type Schema, SocialApiError, type SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { accountName } from '../../lib/networks.ts';
import { countOf } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';
import { type Finding, failed, fine, howToSet, warning } from './finding.ts';

const SOON_MS = 7 * 86_400_000;

/** Checks whether the server accepts the key, its credits, and the connections of the profile. */
export async function checkAccess(context: Context, client: SocialClient): Promise<Finding[]> {
  const { apiKey, profile } = await context.settings();
  if (!apiKey.value) {
    const fix = 'social login, or set SOCIAL_API_KEY';
    return [failed('key', EXIT.notSignedIn, { message: 'there is no API key for this server', fix })];
  }
  const call = { signal: context.io.signal };
  let usage: Output<'getUsage'>;
  try {
    usage = await client.usage.getUsage({}, call);
  } catch (error) {
    if (!(error instanceof SocialApiError) || error.status !== 401) throw error;
    const message = `the server does not accept the key …${apiKey.value.slice(-4)} (${apiKey.source})`;
    const where = apiKey.source === 'environment' ? 'set SOCIAL_API_KEY to a valid key' : 'social login';
    return [failed('key', EXIT.notSignedIn, { message, fix: where })];
  }
  const access = [fine('key', `…${apiKey.value.slice(-4)} (${apiKey.source}) is accepted`), checkCredits(usage)];
  try {
    const { id, slug, isDefault } = await findProfile(client, profile.value, context.io.signal);
    const [connections, { platforms }] = await Promise.all([
      client.connections.getConnectionStatus({ profileId: id }, call),
      client.connections.listPlatforms({}, call),
    ]);
    const flag = isDefault ? '' : ` --profile ${slug}`;
    const described = platforms.flatMap((platform) => {
      const status = connections[platform.id];
      const known = status ? byAccount({ [platform.id]: status }) : [];
      return known.map(({ target, connection }) =>
        checkConnection(platform, connection, { target, flag, now: context.io.now() }),
      );
    });
    return [...access, fine('profile', slug), ...described];
  } catch (error) {
    if (!(error instanceof ReportedError)) throw error;
    const fix = `social profiles list, then ${howToSet('profile', profile.source, 'SLUG')}`;
    return [...access, failed('profile', EXIT.failed, { message: `${error.message} (${profile.source})`, fix })];
  }
}

function checkCredits({ plan, credits }: Output<'getUsage'>): Finding {
  const left = `plan ${plan.label}, ${countOf(credits.available, 'credit')} of ${credits.monthlyAllowance} available`;
  if (credits.available > 0) return fine('credits', left);
  return warning('credits', left, `wait for the reset on ${localTime(credits.resetAt)}, or take a larger plan`);
}

function checkConnection(
  { id, configured, redirectUri, variables }: Schema<'Platform'>,
  { state, username, displayName, expiresAt, missingScopes, warning: advice }: Schema<'ConnectionStatus'>,
  { target, flag, now }: { readonly target: string; readonly flag: string; readonly now: Date },
): Finding {
  const connect = `social connect ${id}${flag}`;
  if (!configured) {
    const register = redirectUri === null ? '' : `register ${redirectUri} at the network as redirect URI, then `;
    const fix = `${register}set for the server: ${variables.join(', ')}`;
    return { check: target, state: 'off', message: 'not set up on this server', fix };
  }
  if (state === 'needs_reconnect') {
    return failed(target, EXIT.notSignedIn, { message: 'the network no longer accepts the connection', fix: connect });
  }
  if (state === 'not_connected') return { check: target, state: 'off', message: 'not connected', fix: connect };
  const account = accountName({ username, displayName }, 'an account');
  const isEnding = expiresAt !== null && new Date(expiresAt).getTime() - now.getTime() < SOON_MS;
  if (isEnding) return warning(target, `connected as ${account} only until ${localTime(expiresAt)}`, connect);
  if (advice !== undefined) return warning(target, advice, connect);
  if (missingScopes.length > 0) {
    const message = `connected as ${account}, but not granted: ${missingScopes.join(' ')}`;
    return warning(target, message, `${connect}, and approve everything`);
  }
  return fine(target, `connected as ${account}${expiresAt === null ? '' : `, until ${localTime(expiresAt)}`}`);
}
