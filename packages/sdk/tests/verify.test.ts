import { describe, expect, it } from 'vitest';
import {
  assertAllPublished,
  failedTargets,
  isPublished,
  isSettled,
  type PlatformResult,
  type Post,
  publishedTargets,
  SocialPublishError,
  unknownTargets,
} from '../src/index.ts';

const published: PlatformResult = { ok: true, state: 'published', platformPostId: '1', credits: 1 };
const failed: PlatformResult = { ok: false, state: 'failed', error: 'wait', retryable: true, credits: 0 };
const unknown: PlatformResult = { ok: false, state: 'unknown', error: 'the answer was lost', credits: 0 };
const sending: PlatformResult = { ok: false, state: 'sending', credits: 0 };
const postponed: PlatformResult = { ok: false, state: 'pending', nextAttemptAt: '2026-11-20T14:05:00Z', credits: 0 };

function post(platformResults: Post['platformResults'], status: Post['status'] = 'published'): Post {
  return {
    ...{ id: '1', text: 'hello', platforms: ['profnet', 'microblog'], status, profile: 'default', credits: 1 },
    outcome: 'published',
    ...{ createdAt: '2026-11-20T14:02:11.204Z', updatedAt: '2026-11-20T14:02:11.204Z' },
    platformResults,
  };
}

function failureOf(checked: Post): SocialPublishError {
  try {
    assertAllPublished(checked);
  } catch (error) {
    expect(error).toBeInstanceOf(SocialPublishError);
    return error as SocialPublishError;
  }
  throw new Error('nothing was wrong');
}

describe('a post', () => {
  it('is published everywhere only when every platform that was asked for says so', () => {
    expect(() => assertAllPublished(post({ profnet: published, microblog: published }))).not.toThrow();
    expect(failureOf(post({ profnet: published })).message).toBe(
      'Not published everywhere: microblog is without a result',
    );
    expect(failureOf(post({}, 'scheduled')).message).toContain('profnet is scheduled; microblog is scheduled');
  });

  it('that was only tried is not published', () => {
    const ready: PlatformResult = { ok: true, state: 'ready', credits: 1 };
    expect(isPublished(ready)).toBe(false);
    expect(failureOf(post({ profnet: ready, microblog: ready })).message).toContain('profnet is ready');
  });

  it('tells what failed from what is unknown, and whether sending it again may help', () => {
    const error = failureOf(post({ profnet: failed, microblog: unknown }));
    expect(error.message).toBe(
      'Not published everywhere: profnet is failed (wait); microblog is unknown (the answer was lost)',
    );
    expect(error.failed).toEqual([{ target: 'profnet', platform: 'profnet', ...failed }]);
    expect(error.unknown).toEqual([{ target: 'microblog', platform: 'microblog', ...unknown }]);
    expect(error.retryable).toBe(true);
    expect(failureOf(post({ profnet: published, microblog: unknown })).retryable).toBe(false);
    const refused = { ...failed, retryable: false };
    expect(failureOf(post({ profnet: failed, microblog: refused })).retryable).toBe(false);
  });

  it('is settled when the server does nothing more', () => {
    expect(isSettled(post({ profnet: published, microblog: unknown }))).toBe(true);
    expect(isSettled(post({}, 'canceled'))).toBe(true);
    expect(isSettled(post({}, 'missed'))).toBe(true);
    expect(isSettled(post({}, 'scheduled'))).toBe(false);
    expect(isSettled(post({ profnet: published, microblog: sending }, 'publishing'))).toBe(false);
    expect(isSettled(post({ profnet: published, microblog: postponed }))).toBe(false);
  });

  it('lists its platforms in the order in which they were asked for', () => {
    const both = post({ microblog: published, profnet: published });
    expect(publishedTargets(both).map(({ platform }) => platform)).toEqual(['profnet', 'microblog']);
    expect(failedTargets(both)).toEqual([]);
    expect(unknownTargets(both)).toEqual([]);
    const missed: PlatformResult = { ok: false, state: 'missed', credits: 0 };
    const late = post({ profnet: missed, microblog: sending }, 'publishing');
    expect(failedTargets(late).map(({ platform }) => platform)).toEqual(['profnet']);
    const accounts = {
      ...both,
      platforms: ['mastodon:news' as const],
      platformResults: { 'mastodon:news': both.platformResults['profnet'] },
    } as Post;
    expect(publishedTargets(accounts)).toMatchObject([{ target: 'mastodon:news', platform: 'mastodon' }]);
  });
});
