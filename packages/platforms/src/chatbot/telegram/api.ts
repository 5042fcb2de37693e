import type { CallContext } from '../../driver.ts';
import { type FormPart, multipartBody } from '../../http/multipart.ts';
import { brokenAnswer, type NetworkRequest, send } from '../../http/network-client.ts';
import { PlatformError } from '../../platform-error.ts';
import { telegramDialect } from './errors.ts';

/** The whole credential of a bot: its number and its secret. */
export const BOT_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{35}$/;

/** Bases, filled in. */
export interface TelegramApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}

/** One call of a method. */
export interface TelegramRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as a form together with the parameters, piece by piece. */
  readonly files?: readonly Extract<FormPart, { readonly bytes: number }>[];
  readonly effect: NetworkRequest['effect'];
}

/** A success. `result` is whatever the method gives. */
export interface TelegramAnswer {
  readonly result: unknown;
  /** What to throw when `result` lacks what it must have. */
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
  const answer = await send(
    telegramDialect,
    {
      method: 'POST',
      url: new URL(`${api.apiUrl}/bot${token}/${method}`),
      ...contentOf(request),
      effect,
      secrets: [token, secret],
    },
    call,
  );
  const broken = (): PlatformError => brokenAnswer(telegramDialect, { effect }, answer.status);
  if (answer.body?.['ok'] !== true) throw broken();
  return { result: answer.body['result'], broken };
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
  return new PlatformError('chatbot', {
    kind: 'reconnect',
    code: 'reconnect_required',
    message: "the stored token is no bot's token; connect chatbot again",
  });
}
