import type { CredentialCapability, PlatformDriver } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { cleanName } from '../../identity.ts';
import { invalidField } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { callWebhook, DISCORD_ID, type DiscordApi, type Webhook } from './api.ts';

const WEBHOOK_PATH = /^\/api(?:\/v\d{1,3})?\/webhooks\/(\d{1,20})\/([A-Za-z0-9_-]{1,200})\/?$/;

/** Addresses from which Discord's clients copy webhooks: the network's own, its test channels' and its former ones. */
const CLIENT_URLS = [
  ...['https://discord.com', 'https://ptb.discord.com', 'https://canary.discord.com'],
  ...['https://discordapp.com', 'https://ptb.discordapp.com', 'https://canary.discordapp.com'],
];

/** Connects by a webhook's address as Discord shows it, or one below the configured base. */
export function createDiscordCredential(api: DiscordApi): CredentialCapability {
  return {
    accepts: ({ webhookUrl }) => webhookUrl !== undefined && readWebhookUrl(api, webhookUrl) !== null,
    async connect({ webhookUrl = '' }, call) {
      const webhook = readWebhookUrl(api, webhookUrl);
      if (!webhook) throw unknownWebhook();
      const answer = await callWebhook(api, { method: 'GET', effect: 'none' }, { webhook, call }).catch(refuseWebhook);
      const id = asId(answer.body?.['id'], DISCORD_ID);
      const guildId = asId(answer.body?.['guild_id'], DISCORD_ID);
      if (id !== webhook.id || guildId === null) throw answer.broken();
      const account = {
        accountId: id,
        name: cleanName(asRecord(answer.body)?.['name']) ?? id,
        description: 'Webhook of a channel',
        type: 'organization',
        picture: pictureOf(api, id, answer.body?.['avatar']),
        username: null,
        // Answers to posts do not name the server, which their public address needs.
        accountUrn: guildId,
      } as const;
      const tokens = { accessToken: webhook.token, refreshToken: null, accessExpiresAt: null, refreshExpiresAt: null };
      return { account, tokens: { ...tokens, scopes: [] } };
    },
  };
}

/** Makes the reader of the webhook's present picture. */
export function createReadPicture(api: DiscordApi): NonNullable<PlatformDriver['readPicture']> {
  return async ({ accountId: id, accessToken: token }, call) => {
    const request = { method: 'GET', effect: 'none' } as const;
    const { body } = await callWebhook(api, request, { webhook: { id, token }, call });
    return pictureOf(api, id, body?.['avatar']);
  };
}

/** Address of a webhook's picture; null for one without. @see https://discord.com/developers/docs/reference#image-formatting */
function pictureOf({ pictureUrl }: DiscordApi, id: string, avatar: unknown): string | null {
  const hash = typeof avatar === 'string' && /^\w{1,64}$/.test(avatar) ? avatar : null;
  return hash === null ? null : `${pictureUrl}/avatars/${id}/${hash}.png?size=128`;
}

/** Reads id and token only: the request always goes to the configured base, since another host would receive a secret. */
function readWebhookUrl({ apiUrl }: DiscordApi, address: string): Webhook | null {
  const url = URL.parse(address.trim());
  if (url?.username !== '' || url.search !== '' || url.hash !== '') return null;
  for (const base of [apiUrl, ...CLIENT_URLS].map((each) => new URL(each))) {
    const prefix = base.pathname.replace(/\/$/, '');
    if (url.origin !== base.origin || !url.pathname.startsWith(prefix)) continue;
    const [, id, token] = WEBHOOK_PATH.exec(url.pathname.slice(prefix.length)) ?? [];
    if (id !== undefined && token !== undefined) return { id, token };
  }
  return null;
}

/** Turns "connect again" into a refusal: nothing is connected yet. */
function refuseWebhook(error: unknown): never {
  if (error instanceof PlatformError && error.kind === 'reconnect') throw unknownWebhook(error);
  throw error;
}

function unknownWebhook(cause?: unknown): PlatformError {
  const meaning = invalidField(
    'webhookUrl',
    "Discord knows no such webhook; copy its address from the channel's settings (Integrations, Webhooks)",
  );
  return new PlatformError('chatbot', { ...meaning, cause });
}
