import type { Reply } from '../../http/route.ts';
import type { FaultReplies, IdPlaces } from '../network.ts';
import { rateLimited, serverError, tokenError } from './errors.ts';

/** Answers to faults that differ between the two Graphs. */
export interface GraphFaults {
  readonly limit: { readonly code: 32 | 4; readonly message: string; readonly type: string };
  readonly forbidden: () => Reply;
}

/** A Graph has no words for sunset versions and depleted credits: it answers these faults with a server error. */
export function graphFaultReplies({ limit, forbidden }: GraphFaults): FaultReplies {
  return {
    'rate-limit': ({ retryAfterSeconds }) => rateLimited({ ...limit, retryAfterSeconds }),
    unauthorized: () => tokenError('malformed'),
    'expired-token': () => tokenError('expired'),
    'invalid-grant': () => tokenError('expired'),
    'revoked-token': () => tokenError('revoked'),
    forbidden,
    other: serverError,
  };
}

/** Ids are at the top, or in the entries of a list. */
export const graphIdPlaces: IdPlaces = {
  keys: ['id', 'user_id', 'post_id', 'video_id', 'upload_session_id', 'access_token', 'h', 'uri', 'upload_url'],
  within: ['data[]'],
};
