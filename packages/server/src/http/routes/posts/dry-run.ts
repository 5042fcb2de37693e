import type { Schema } from '@social/types';
import { isoNow } from '../../../clock.ts';
import type { MediaPolicy } from '../../../media/fetch/media-url.ts';
import type { Publisher } from '../../../services/contents/assessment.ts';
import { readPublishRequest } from '../../../services/contents/publish-request.ts';
import type { Timing } from '../../../services/contents/stored-request.ts';
import type { PostWithTargets } from '../../../store/posts/posts.ts';
import type { Services } from '../../operations/services.ts';
import { presentPost, withPublished } from '../../presenters/present-post.ts';
import { expectedTiming, previewPost } from './publisher.ts';

export type DryRunServices = Pick<Services, 'db' | 'clock' | 'credits' | 'dryRuns' | 'slots'> & {
  readonly mediaPolicy: MediaPolicy;
};

/**
 * Makes every check of a publish, and presents what it would do. Has no effect.
 * @param how.earlier the post that the call's key has made
 * @param how.isQuick set where nothing is read from other servers: no pages and no files
 * @throws AppError invalid_request, no_free_slot, forbidden, paid_plan_required
 */
export async function dryRunOf(
  services: DryRunServices,
  body: Schema<'PublishRequest'>,
  how: {
    readonly timing: Timing;
    readonly publisher: Publisher;
    readonly isQuick?: boolean;
    readonly earlier?: PostWithTargets | null;
  },
): Promise<Schema<'PostPreview'>> {
  const { clock, mediaPolicy } = services;
  const { publisher, isQuick = false, earlier = null } = how;
  const request = readPublishRequest(body, mediaPolicy);
  const timing = await expectedTiming(services, how.timing, publisher);
  const now = isoNow(clock);
  const isLater = timing.scheduledFor !== null && timing.scheduledFor.at > Date.parse(now);
  const preview = await previewPost(services, request, publisher, { timing, isQuick, isLater });
  const { platformResults, needed, available, outcome, ...notes } = preview;
  return {
    id: null,
    text: request.text,
    ...(request.thread.length > 0 && { thread: [...request.thread] }),
    ...(request.labels.length > 0 && { labels: [...request.labels] }),
    platforms: [...request.platforms],
    status: isLater ? 'scheduled' : 'published',
    outcome,
    createdAt: now,
    updatedAt: now,
    ...(timing.scheduledFor === null ? {} : { scheduledFor: timing.scheduledFor.text }),
    ...(timing.slot === null ? {} : { slot: timing.slot }),
    ...notes,
    profile: publisher.profile.slug,
    credits: needed,
    available,
    platformResults: earlier ? withPublished(platformResults, presentPost(earlier)) : platformResults,
  };
}
