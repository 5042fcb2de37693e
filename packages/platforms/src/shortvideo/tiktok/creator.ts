import type { OutgoingPost } from '../../driver.ts';
import { asString } from '../../http/lossless-json.ts';
import { safeQuote } from '../../http/safe-quote.ts';
import { PlatformError } from '../../platform-error.ts';
import { readUsername } from './accounts.ts';
import { callTiktok, type Session, type TiktokApi } from './api.ts';

const PUBLIC = 'PUBLIC_TO_EVERYONE';
const LEVEL = /^[A-Z_]{1,64}$/;

/** What the account lets an app post at this moment. */
export interface Creator {
  readonly username: string;
  readonly privacyLevels: readonly string[];
  readonly isCommentDisabled: boolean;
  readonly isDuetDisabled: boolean;
  readonly isStitchDisabled: boolean;
}

/** Must be asked before every post. @see https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info */
export async function queryCreator(api: TiktokApi, session: Session): Promise<Creator> {
  const path = '/v2/post/publish/creator_info/query/';
  const { data, broken } = await callTiktok(api, { method: 'POST', path, effect: 'none' }, session);
  const username = readUsername(data['creator_username']) ?? session.account.username;
  const options = data['privacy_level_options'];
  const levels = Array.isArray(options) ? options.filter((level) => LEVEL.test(asString(level) ?? '')) : [];
  if (username === null || levels.length === 0) throw broken();
  return {
    username,
    privacyLevels: levels,
    isCommentDisabled: data['comment_disabled'] === true,
    isDuetDisabled: data['duet_disabled'] === true,
    isStitchDisabled: data['stitch_disabled'] === true,
  };
}

/** The level of `meta.privacyLevel`; else everybody, where the account offers that, or the first it offers. */
export function choosePrivacy(
  { privacyLevels }: Creator,
  { meta }: Pick<OutgoingPost, 'meta'>,
): { readonly level: string; readonly note: string | null } {
  const wanted = meta['privacyLevel'] ?? null;
  const level = wanted ?? (privacyLevels.includes(PUBLIC) ? PUBLIC : privacyLevels[0]);
  if (typeof level !== 'string' || !privacyLevels.includes(level)) {
    const given = safeQuote(String(wanted), []);
    throw new PlatformError('shortvideo', {
      kind: 'rejected',
      code: 'invalid_request',
      message: `the account does not offer the privacy level "${given.slice(0, 40)}"; set meta.privacyLevel to one of ${privacyLevels.join(', ').slice(0, 180)}`,
    });
  }
  const isNarrowed = wanted === null && level !== PUBLIC;
  return { level, note: isNarrowed ? `The account offers no public posts: this one is ${level}.` : null };
}

/** Whether the network will name a post of this level. */
export function isPublicLevel(level: string): boolean {
  return level === PUBLIC;
}
