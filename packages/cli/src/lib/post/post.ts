import type { Output, Schema } from '@social/sdk';
import { oneLine } from '../text/terminal-text.ts';
import { localTime } from '../text/time.ts';

/** A post as the server shows it. */
export type Post = Output<'getPost'>;
/** The answer to a dry run: a post without an id. */
export type Preview = Schema<'PostPreview'>;
/** The result of a post on one platform. */
export type Result = Schema<'PlatformResult'>;

/** Enough of an id to name the post; commands take it instead of the whole id. */
export function shortId(id: string): string {
  return oneLine(id).slice(0, 13);
}

/** The platforms that definitely refused a post, or a part of it; none of a post that was taken back, which is not sent again. */
export function failedPlatforms({ platforms, platformResults, outcome }: Post): Post['platforms'] {
  if (outcome === 'unpublished') return [];
  return platforms.filter((platform) => platformResults[platform]?.state === 'failed');
}

/** The past of a post: `published 20 Nov 2026 14:02`, `scheduled for …`, or `tried …` when every platform failed. */
export function whatHappened({ status, scheduledFor, createdAt, platformResults, outcome }: Post): string {
  if (status === 'scheduled') return `scheduled for ${localTime(scheduledFor ?? '')}`;
  const results = Object.values(platformResults);
  const word = results.every(({ ok }) => ok)
    ? 'published'
    : results.every(({ state }) => state === 'failed')
      ? 'tried'
      : 'sent';
  return `${word} ${localTime(createdAt)}${outcome === 'unpublished' ? ' and taken back since' : ''}`;
}
