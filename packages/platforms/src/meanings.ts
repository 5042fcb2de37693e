import { type ErrorCode, networkName, type PlatformId, platformFacts } from '@social/types';

/** Way to handle a failure. `outcome-unknown`: the request may have been accepted, so it must not be sent again. */
export type PlatformErrorKind =
  | 'reconnect'
  | 'rejected'
  | 'not-found'
  | 'rate-limited'
  | 'unavailable'
  | 'outcome-unknown';

/** Meaning of a failure: the way to handle it, its code in the contract, and the sentence that users read. */
export interface Meaning {
  readonly kind: PlatformErrorKind;
  readonly code: ErrorCode;
  readonly message: string;
  /** Field of the caller's input that is wrong. */
  readonly field?: string;
}

const meaning =
  (kind: PlatformErrorKind, code: ErrorCode) =>
  (message: string): Meaning => ({ kind, code, message });

/** The network does not accept the token. */
export const reconnect = meaning('reconnect', 'reconnect_required');
/** The account or the app lacks a permission. */
export const forbidden = meaning('rejected', 'network_forbidden');
/** The account has not given a permission that an app needs for something. @param what completes "lets an app" */
export function missingScope(
  { platform, network }: { readonly platform: PlatformId; readonly network: string },
  { scope, what }: { readonly scope: string; readonly what: string },
): Meaning {
  const asking = `set SOCIAL_${platform.toUpperCase()}_SCOPES on the server so that it is asked for, then `;
  // Sign-ins at servers that users name always ask for all.
  const fix = `${platformFacts(platform).signIn ? '' : asking}connect it again with: social connect ${platform}`;
  const lack = `${networkName(network)} lets an app ${what} with the permission ${scope}, which the account has not given`;
  return forbidden(`${lack}; ${fix}`);
}
/** The network does not accept the request as the user wrote it. */
export const invalid = meaning('rejected', 'invalid_request');
/** A field of the caller's input is wrong; `problem` continues its name. */
export function invalidField(field: string, problem: string): Meaning {
  return { ...invalid(`${field}: ${problem}`), field };
}
/** The network refuses for another reason. */
export const refused = meaning('rejected', 'network_refused');
/** The network does not take a file. */
export const refusedFile = meaning('rejected', 'media_refused');
/** The account has published the same before. */
export const duplicate = meaning('rejected', 'duplicate_content');
/** The network has switched off the API or the version in use. */
export const sunset = meaning('rejected', 'network_version_sunset');
/** The app's allowance at the network is used up. */
export const depleted = meaning('rejected', 'network_credits_depleted');
/** The network lets only a person delete this post. */
export const undeletable = meaning('rejected', 'not_deletable');
export const notFound = meaning('not-found', 'network_not_found');
export const limited = meaning('rate-limited', 'network_rate_limited');
/** Nothing was done; a later attempt may succeed. */
export const unavailable = meaning('unavailable', 'network_unavailable');
/** A file could not be read or fetched; nothing was done. */
export const unreachableFile = meaning('unavailable', 'media_unreachable');
/** The request was sent, and may have been carried out. */
export const unknownOutcome = meaning('outcome-unknown', 'outcome_unknown');
