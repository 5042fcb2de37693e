import type { CallContext } from '../../driver.ts';
import { type FormFile, multipartBody } from '../../http/exchange/multipart.ts';
import { type Effect, type NetworkRequest, send } from '../../http/network-client.ts';
import { reconnect } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { telegramDialect } from './errors.ts';

/** The whole credential of a bot: its number and its secret. */
export const BOT_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{35}$/;

/** Base addresses, the defaults filled in. */
export interface TelegramApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}

/** One call of a method. */
export interface TelegramRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as a form together with the parameters, piece by piece. */
  readonly files?: readonly FormFile[];
  readonly effect: Effect;
}

/** A success. `result` is the method's answer, unchecked. */
export interface TelegramAnswer {
  readonly result: unknown;
  /** Returns the error for a `result` that lacks what it must have. */
  readonly broken: () => PlatformError;
}

/**
 * Calls a method as a bot. The token is a part of the address, which therefore never enters a message.
 * @see https://core.telegram.org/bots/api#making-requests
 */
export async function callTelegram(
  api: TelegramApi,
  request: TelegramRequest,
  { token, call }: { readonly token: string; readonly call: CallContext },
): Promise<TelegramAnswer> {
  if (!BOT_TOKEN.test(token)) throw unusableToken();
  const { method, effect } = request;
  const [, secret = token] = token.split(':');
  const url = new URL(`${api.apiUrl}/bot${token}/${method}`);
  const sent = { method: 'POST', url, ...contentOf(request), effect, secrets: [token, secret] };
  const { body, broken } = await send(telegramDialect, sent, call);
  if (body?.['ok'] !== true) throw broken();
  return { result: body['result'], broken };
}

function contentOf({
  params = {},
  files = [],
}: TelegramRequest): Pick<NetworkRequest, 'headers' | 'body' | 'isUpload'> {
  if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) };
  const fields = Object.entries(params).map(([name, value]) => ({ name, value: String(value) }));
  const { contentType, body } = multipartBody([...fields, ...files]);
  return { headers: { 'content-type': contentType }, body, isUpload: true };
}

function unusableToken(): PlatformError {
  return new PlatformError('chatbot', reconnect("the stored token is not a bot's token; connect chatbot again"));
}
