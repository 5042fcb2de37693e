import { text } from 'node:stream/consumers';
import { type Schema, SocialApiError } from '@social/sdk';
import type { Scope } from '@social/types';
import { checkContextName, configPath, DEFAULT_CONTEXT, type StoredConfig } from '../../lib/config/config-file.ts';
import { updateConfig } from '../../lib/config/config-write.ts';
import { checkBaseUrl, DEFAULT_BASE_URL, isSameServer } from '../../lib/config/settings.ts';
import { type Context, openClient } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { parseScopes } from '../../lib/key-options.ts';
import { fetchData } from '../../lib/server/send.ts';
import { isInteractive, promptStreams } from '../../lib/terminal/tty.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';

const WITHDRAW_TIMEOUT_MS = 5_000;

interface LoginOptions {
  readonly withKey?: boolean;
  readonly browser: boolean;
  readonly name?: string;
  readonly scope?: readonly string[];
  /** The address of the server is asked for on a terminal unless this is false. */
  readonly asksAddress?: boolean;
}

/** `social login`: stores a key only after the server has accepted it. */
export async function logIn(context: Context, options: LoginOptions): Promise<void> {
  const { io, flags } = context;
  const wanted = options.name ?? flags.context ?? (io.env['SOCIAL_CONTEXT'] || undefined);
  if (wanted !== undefined) checkContextName(wanted);
  if (options.withKey && !options.browser) throw usageError('Give either --with-key or --no-browser, not both');
  if (options.withKey && options.scope) throw usageError('--scope is for a new key: leave out --scope or --with-key');
  const scopes = options.scope && parseScopes(options.scope);
  const before = await context.stored();
  const hasTerminal = isInteractive(io);
  if (!options.withKey && options.browser && !hasTerminal) {
    throw usageError(
      'There is no terminal to sign in from',
      'Approve it on another device: social login --no-browser',
      'or pipe a key in: printf %s "$KEY" | social login --with-key',
    );
  }
  const stored = before.contexts.get(wanted ?? before.current ?? '');
  const known = flags.baseUrl ?? (io.env['SOCIAL_BASE_URL'] || stored?.baseUrl || DEFAULT_BASE_URL);
  const asksAddress = hasTerminal && !flags.baseUrl && options.asksAddress !== false;
  const baseUrl = asksAddress ? await askBaseUrl(context, known) : known;
  checkBaseUrl(baseUrl, flags.insecure === true);
  if (options.withKey) return await keepKey(context, { baseUrl, wanted, apiKey: await readKey(context, hasTerminal) });
  const made = await signIn(context, baseUrl, { isByBrowser: options.browser, scopes });
  try {
    await keepKey(context, { baseUrl, wanted, apiKey: made.rawKey });
  } catch (error) {
    await withdraw(context, baseUrl, made);
    throw error;
  }
}

async function signIn(
  context: Context,
  baseUrl: string,
  { isByBrowser, scopes }: { readonly isByBrowser: boolean; readonly scopes: readonly Scope[] | undefined },
): Promise<Schema<'NewKey'>> {
  const client = await openClient(context, baseUrl, '');
  if (isByBrowser) return (await import('./browser-sign-in.ts')).signInByBrowser(context, client, scopes);
  return (await import('./device-sign-in.ts')).signInByCode(context, client, scopes);
}

/** Revokes a key that could not be saved: no one but a thief could use it. */
async function withdraw(context: Context, baseUrl: string, { key, rawKey }: Schema<'NewKey'>): Promise<void> {
  const client = await openClient(context, baseUrl, rawKey);
  await client.keys.revokeKey({ keyId: key.id }, { timeoutMs: WITHDRAW_TIMEOUT_MS }).catch(() => {});
}

async function keepKey(
  context: Context,
  { baseUrl, wanted, apiKey }: { baseUrl: string; wanted: string | undefined; apiKey: string },
): Promise<void> {
  const { io, flags } = context;
  const client = await openClient(context, baseUrl, apiKey);
  const usage = await fetchData(context, 'trying the key …', (call) => client.usage.getUsage({}, call)).catch(
    (error: unknown) => {
      // The server knows the key, which may not read.
      if (error instanceof SocialApiError && error.code === 'scope_missing') return null;
      throw error;
    },
  );
  const path = configPath(io);
  let name = DEFAULT_CONTEXT;
  await updateConfig(path, (now) => {
    name = wanted ?? nameFor(client.baseUrl, now);
    const profile = flags.profile ?? now.contexts.get(name)?.profile;
    return { current: name, contexts: new Map(now.contexts).set(name, { baseUrl: client.baseUrl, apiKey, profile }) };
  });
  const kept = { context: name, baseUrl: client.baseUrl, config: path, plan: usage?.plan.id ?? null };
  await context.output.data(kept, (style) => {
    const named = name === DEFAULT_CONTEXT ? '' : ` as ${name}`;
    const credits = usage && countOf(usage.credits.available, 'credit');
    const plan = usage ? ` (plan ${oneLine(usage.plan.label)}, ${credits})` : '';
    return `${style.ok} Signed in to ${client.baseUrl}${plan}; the key is in ${path}${named}`;
  });
}

/** Chooses a name for a server: its present one, or a new one. Another server's entry is never replaced. */
function nameFor(baseUrl: string, { current, contexts }: StoredConfig): string {
  const isHere = (name: string) => isSameServer(contexts.get(name)?.baseUrl, baseUrl);
  if (contexts.size === 0) return DEFAULT_CONTEXT;
  if (current !== undefined && contexts.has(current) && isHere(current)) return current;
  const known = [...contexts.keys()].find(isHere);
  if (known !== undefined) return known;
  const { host } = new URL(baseUrl);
  return host
    .replace(/[^a-z0-9._-]+/gi, '-')
    .replace(/^[^a-z0-9]+/i, '')
    .slice(0, 63);
}

async function askBaseUrl({ io }: Context, known: string): Promise<string> {
  const { input } = await import('@inquirer/prompts');
  const question = { message: 'Address of the server', default: known };
  return await input(question, promptStreams(io));
}

async function readKey(context: Context, hasTerminal: boolean): Promise<string> {
  const apiKey = (hasTerminal ? await askKey(context) : await text(context.io.stdin)).trim();
  if (/^sk_live_[!-~]+$/.test(apiKey)) return apiKey;
  throw usageError('That is not an API key: keys start with sk_live_ and contain no spaces', 'Nothing was stored.');
}

async function askKey({ io }: Context): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  const question = { message: 'API key (from the dashboard)', toggleMask: false };
  return await password(question, promptStreams(io));
}
