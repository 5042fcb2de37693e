import type { TokenSession } from '../driver.ts';
import { type NetworkAnswer, sendWithToken, type TokenRequest } from '../http/network-client.ts';
import { invalid } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { quillpondDialect } from './errors.ts';

/** Id of a note. */
export const NOTE_ID = /^\d{1,19}$/;

/** Base addresses, the defaults filled in. */
export interface QuillpondApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}

/** Sends one call as an account. @param request.path below the API's base @throws PlatformError */
export function callQuillpond(
  { apiUrl }: QuillpondApi,
  { path, ...request }: Omit<TokenRequest, 'url'> & { readonly path: string },
  session: TokenSession,
): Promise<NetworkAnswer> {
  return sendWithToken(quillpondDialect, { ...request, url: new URL(`${apiUrl}${path}`) }, session);
}

/** Returns the id of a note; refuses anything else before a request is sent. */
export function checkedId(id: string): string {
  if (NOTE_ID.test(id)) return id;
  throw new PlatformError('quillpond', invalid('ids of this network are numbers; check the id'));
}

/** Public address of a note. */
export function noteUrl({ oauthUrl }: QuillpondApi, id: string): string {
  return `${oauthUrl}/notes/${id}`;
}
