import type { CallContext } from '../../driver.ts';
import { type FormPart, multipartBody } from '../../http/multipart.ts';
import { brokenAnswer, type NetworkAnswer, type NetworkRequest, send } from '../../http/network-client.ts';
import { discordUserAgent } from '../../http/user-agent.ts';
import { PlatformError } from '../../platform-error.ts';
import { discordDialect } from './errors.ts';

/** Ids are snowflakes: digits, up to 20 of them. */
export const DISCORD_ID = /^\d{1,20}$/;
const WEBHOOK_TOKEN = /^[A-Za-z0-9_-]{1,200}$/;

/** Bases, filled in. */
export interface DiscordApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}

/** A webhook's address, taken apart: whoever knows the token may write. */
export interface Webhook {
  readonly id: string;
  readonly token: string;
}

/** One call below a webhook's address. */
export interface DiscordRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query below the webhook's address. */
  readonly path?: string;
  readonly json?: Readonly<Record<string, unknown>>;
  /** Sent as a form piece by piece, with the JSON as its last part. */
  readonly files?: readonly FormPart[];
  readonly effect: NetworkRequest['effect'];
}

/**
 * Calls a webhook. Its token is a part of the address, which therefore never enters a message.
 * @see https://discord.com/developers/docs/resources/webhook
 */
export async function callWebhook(
  api: DiscordApi,
  request: DiscordRequest,
  { webhook, call }: { readonly webhook: Webhook; readonly call: CallContext },
): Promise<NetworkAnswer & { readonly broken: () => PlatformError }> {
  const { id, token } = webhook;
  if (!DISCORD_ID.test(id) || !WEBHOOK_TOKEN.test(token)) throw unusableWebhook();
  const { method, path = '', effect } = request;
  const url = new URL(`${api.apiUrl}/api/v10/webhooks/${id}/${token}${path}`);
  const { headers, ...content } = contentOf(request);
  const answer = await send(
    discordDialect,
    { method, url, ...content, headers: { ...headers, 'user-agent': discordUserAgent() }, effect, secrets: [token] },
    call,
  );
  return { ...answer, broken: () => brokenAnswer(discordDialect, { effect }, answer.status) };
}

function contentOf({ json, files = [] }: DiscordRequest): Pick<NetworkRequest, 'headers' | 'body' | 'isUpload'> {
  if (!json) return { headers: {} };
  if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  const { contentType, body } = multipartBody([...files, { name: 'payload_json', value: JSON.stringify(json) }]);
  return { headers: { 'content-type': contentType }, body, isUpload: true };
}

function unusableWebhook(): PlatformError {
  return new PlatformError('chatbot', {
    kind: 'reconnect',
    code: 'reconnect_required',
    message: 'the stored webhook is none; connect chatbot again',
  });
}
