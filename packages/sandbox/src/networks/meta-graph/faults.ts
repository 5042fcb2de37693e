import { type FaultReplyOptions, isJsonObject, type Reply } from '../network.ts';
import { rateLimited, serverError, tokenError } from './errors.ts';

/** A Graph's own answers to faults: the rest is the same on both. */
export interface GraphFaults {
  readonly limit: { readonly code: 32 | 4; readonly message: string; readonly type: string };
  readonly forbidden: () => Reply;
}

/** The Graph has no words for versions that ended and credits that ran out: these are answered as trouble. */
export function graphFaultReply(faults: GraphFaults, { kind, retryAfterSeconds }: FaultReplyOptions): Reply {
  switch (kind) {
    case 'rate-limit':
      return rateLimited({ ...faults.limit, retryAfterSeconds });
    case 'unauthorized':
      return tokenError('malformed');
    case 'expired-token':
    case 'invalid-grant':
      return tokenError('expired');
    case 'revoked-token':
      return tokenError('revoked');
    case 'forbidden':
      return faults.forbidden();
    default:
      return serverError();
  }
}

const idKeys = new Set([
  ...['id', 'user_id', 'post_id', 'video_id', 'upload_session_id'],
  ...['access_token', 'h', 'uri'],
]);

/** The same success without ids, which are at the top, or in the entries of a list. */
export function withoutId(reply: Reply): Reply {
  if (!isJsonObject(reply.json)) return reply;
  const strip = (value: object) => Object.fromEntries(Object.entries(value).filter(([key]) => !idKeys.has(key)));
  const { data } = reply.json;
  const stripped = strip(reply.json);
  if (!Array.isArray(data)) return { ...reply, json: stripped };
  return { ...reply, json: { ...stripped, data: data.map((entry) => (isJsonObject(entry) ? strip(entry) : entry)) } };
}
