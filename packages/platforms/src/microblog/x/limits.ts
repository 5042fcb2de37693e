import { platformFacts } from '@social/types';
import type { ServerLimits, TokenSession } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { callX, type XApi } from './api.ts';

const LONG_POSTS = ['Premium', 'PremiumPlus'];

/** Reads whether the account's subscription allows long posts. @see https://docs.x.com/x-api/users/get-my-user */
export async function readXLimits(api: XApi, session: TokenSession): Promise<ServerLimits> {
  const query = { 'user.fields': 'subscription_type' };
  const { data } = await callX(api, { method: 'GET', path: '/2/users/me', query, effect: 'none' }, session);
  const { unit, subscriberMax: max } = platformFacts('microblog').text;
  const hasLong = LONG_POSTS.includes(asString(asRecord(data)?.['subscription_type']) ?? '');
  return hasLong && max !== undefined ? { text: { max, unit } } : {};
}
