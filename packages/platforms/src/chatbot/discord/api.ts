import type { CallContext } from '../../driver.ts';
import { type FormPart, multipartBody } from '../../http/exchange/multipart.ts';
import { discordUserAgent } from '../../http/exchange/user-agent.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { type Effect, type NetworkAnswer, type NetworkRequest, send } from '../../http/network-client.ts';
import { reconnect } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { discordDialect } from './errors.ts';

/** Ids are snowflakes: digits, up to 20 of them. */
export const DISCORD_ID = /^\d{1,20}$/;
const WEBHOOK_TOKEN = /^[A-Za-z0-9_-]{1,200}$/;

/** Base addresses, the defaults filled in. */
export interface DiscordApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  /** Base of the pictures of webhooks. */
  readonly pictureUrl: string;
}

/** The id and the secret of a webhook's address; the secret alone permits writing. */
export interface Webhook {
  readonly id: string;
  readonly token: string;
}

/** One call below a webhook's address. */
export interface DiscordRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query below the webhook's address. */
  readonly path?: string;
  readonly json?: JsonObject;
  /** Sent as a form piece by piece, with the JSON as its last part. */
  readonly files?: readonly FormPart[];
  readonly effect: Effect;
}

/**
 * Calls a webhook. Its token is a part of the address, which therefore never enters a message.
 * @see https://discord.com/developers/docs/resources/webhook
 */
export async function callWebhook(
  api: DiscordApi,
  request: DiscordRequest,
  { webhook, call }: { readonly webhook: Webhook; readonly call: CallContext },
): Promise<NetworkAnswer> {
  const { id, token } = webhook;
  if (!DISCORD_ID.test(id) || !WEBHOOK_TOKEN.test(token)) throw unusableWebhook();
  const { method, path = '', effect } = request;
  const url = new URL(`${api.apiUrl}/api/v10/webhooks/${id}/${token}${path}`);
  const { headers, ...content } = contentOf(request);
  const identified = { ...headers, 'user-agent': discordUserAgent() };
  return send(discordDialect, { method, url, ...content, headers: identified, effect, secrets: [token] }, call);
}

function contentOf({ json, files = [] }: DiscordRequest): Pick<NetworkRequest, 'headers' | 'body' | 'isUpload'> {
  if (!json) return { headers: {} };
  if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  const { contentType, body } = multipartBody([...files, { name: 'payload_json', value: JSON.stringify(json) }]);
  return { headers: { 'content-type': contentType }, body, isUpload: true };
}

function unusableWebhook(): PlatformError {
  return new PlatformError('chatbot', reconnect('the stored webhook cannot be used; connect chatbot again'));
}
