import { Refusal, type Reply } from '../../../http/route.ts';
import { algorithms } from './jwk.ts';

/** An error of the authorization server. */
export function oauthFailure(status: number, error: string, description: string): Reply {
  return {
    ...{ status, json: { error, error_description: description } },
    headers: status === 401 ? { 'www-authenticate': challengeOf(error, description) } : {},
  };
}

/** Ends a call to the authorization server. */
export function refuseOAuth(error: string, description: string, status = 400): never {
  throw new Refusal(oauthFailure(status, error, description));
}

/** Says what is wrong with a proof or a token. @see https://www.rfc-editor.org/rfc/rfc9449#section-7.1 */
export function challengeOf(error: string, description: string): string {
  const quoted = description.replaceAll('"', '\\"');
  return `DPoP algs="${algorithms.join(' ')}", error="${error}", error_description="${quoted}"`;
}
