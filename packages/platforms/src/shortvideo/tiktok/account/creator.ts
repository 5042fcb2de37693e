import type { OutgoingPost, ServerLimits, Session } from '../../../driver.ts';
import { asString } from '../../../http/lossless-json.ts';
import { safeQuote } from '../../../http/safe-quote.ts';
import { invalid } from '../../../meanings.ts';
import { PlatformError } from '../../../platform-error.ts';
import { callTiktok, type TiktokApi } from '../api.ts';
import { readUsername } from './accounts.ts';

const PUBLIC = 'PUBLIC_TO_EVERYONE';
const LEVEL = /^[A-Z_]{1,64}$/;

/** The posts that the account lets an app make now. */
export interface Creator {
  readonly username: string;
  readonly privacyLevels: readonly string[];
  readonly isCommentDisabled: boolean;
  readonly isDuetDisabled: boolean;
  readonly isStitchDisabled: boolean;
  /** Seconds of the longest video; null when the network does not say. */
  readonly maxVideoSeconds: number | null;
}

/** Asks what the account offers, as the network requires before every post. @see https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info */
export async function queryCreator(api: TiktokApi, session: Session): Promise<Creator> {
  const path = '/v2/post/publish/creator_info/query/';
  const { data, broken } = await callTiktok(api, { method: 'POST', path, effect: 'none' }, session);
  const username = readUsername(data['creator_username']) ?? session.account.username;
  const options = data['privacy_level_options'];
  const maxSeconds = Number(data['max_video_post_duration_sec']);
  const levels = Array.isArray(options) ? options.filter((level) => LEVEL.test(asString(level) ?? '')) : [];
  if (username === null || levels.length === 0) throw broken();
  return {
    username,
    privacyLevels: levels,
    isCommentDisabled: data['comment_disabled'] === true,
    isDuetDisabled: data['duet_disabled'] === true,
    isStitchDisabled: data['stitch_disabled'] === true,
    maxVideoSeconds: maxSeconds > 0 ? maxSeconds : null,
  };
}

/** Reads what the account offers for any post. */
export async function readCreatorLimits(api: TiktokApi, session: Session): Promise<ServerLimits> {
  const { privacyLevels, maxVideoSeconds } = await queryCreator(api, session);
  return {
    visibilities: privacyLevels,
    ...(maxVideoSeconds !== null && { media: { videoSeconds: Math.floor(maxVideoSeconds) } }),
  };
}

/** Chooses the level of `privacyLevel`; else the public one, or the first that the account offers. */
export function choosePrivacy(
  { privacyLevels }: Pick<Creator, 'privacyLevels'>,
  { settings }: Pick<OutgoingPost, 'settings'>,
): { readonly level: string; readonly note: string | null } {
  const wanted = settings['privacyLevel'] ?? null;
  const level = wanted ?? (privacyLevels.includes(PUBLIC) ? PUBLIC : privacyLevels[0]);
  if (typeof level !== 'string' || !privacyLevels.includes(level)) {
    const given = safeQuote(String(wanted), []).slice(0, 40);
    const offered = privacyLevels.join(', ').slice(0, 180);
    const message = `the account does not offer the privacy level "${given}"; set privacyLevel to one of ${offered}`;
    throw new PlatformError('shortvideo', invalid(message));
  }
  const isNarrowed = wanted === null && level !== PUBLIC;
  return { level, note: isNarrowed ? `The account offers no public posts: this one is ${level}.` : null };
}

/** Returns true for the level whose posts the network names. */
export function isPublicLevel(level: string): boolean {
  return level === PUBLIC;
}
