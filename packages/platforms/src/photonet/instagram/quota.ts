import type { Session } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { limited } from '../../meanings.ts';
import { callGraph, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { PlatformError } from '../../platform-error.ts';
import type { InstagramApi } from './api.ts';

/**
 * Refuses a post over the account's limit, before anything is prepared. The network's pages disagree about the limit (25, 50,
 * 100 in 24 hours), so its answer counts; without one the network decides when it publishes.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit
 */
export async function requireQuota(api: InstagramApi, session: Session): Promise<void> {
  const path = `/${graphIdSegment('photonet', session.account.accountId)}/content_publishing_limit`;
  const request = { method: 'GET', path, query: { fields: 'quota_usage,config' }, effect: 'none' } as const;
  const { body } = await callGraph(api.graph, request, session);
  const limit = asRecord(Array.isArray(body['data']) ? body['data'][0] : null);
  const used = limit?.['quota_usage'];
  const config = asRecord(limit?.['config']);
  const total = config?.['quota_total'];
  if (typeof used !== 'number' || typeof total !== 'number' || used < total) return;
  const hours = Math.round(Number(config?.['quota_duration'] ?? 86_400) / 3600);
  const reason = `the account has used ${used} of the ${total} posts that Instagram takes in ${hours} hours`;
  throw new PlatformError('photonet', limited(`${reason}; nothing was sent, try again later`));
}
