import type { Schema } from '@social/types';
import { placeOf } from '../../../services/connections/server-limits.ts';
import { readInbound } from '../../../services/posts/inbound.ts';
import { refusePast } from '../../../services/posts/past-times.ts';
import type { PostWithTargets } from '../../../store/posts/posts.ts';
import type { HandlersOf } from '../../operations/operation-types.ts';
import type { Services } from '../../operations/services.ts';
import { presentPost } from '../../presenters/present-post.ts';
import { expectedTiming, previewPost, publisherOf, timingOf } from './publisher.ts';

type WebhookServices = Pick<
  Services,
  'db' | 'clock' | 'connections' | 'credits' | 'dryRuns' | 'posts' | 'profiles' | 'publishing' | 'slots'
>;

/** The inbound webhook: posts that other systems send. */
export function webhookRoutes(services: WebhookServices): HandlersOf<'webhooks'> {
  const { clock, connections, posts, profiles, publishing } = services;
  return {
    async receiveContent({ query, body, principal, http }) {
      if (http.createdPostId !== null) {
        const created = await posts.require(principal, http.createdPostId);
        return { status: 201, body: presentAccepted(presentPost(created)) };
      }
      const { platforms = 'profnet,microblog', test, ifPast, slot } = query;
      const timing = timingOf(body.timestamp, slot, 'timestamp');
      refusePast('timestamp', timing.scheduledFor, { ifPast, now: clock.now() });
      const publisher = await publisherOf(profiles, principal, query.profile);
      const accounts = (await connections.status(publisher.profile.id)).flatMap((platform) => platform.accounts);
      const { request, dryRun } = readInbound({ platforms, ...(test === undefined ? {} : { test }) }, body, (target) =>
        placeOf(accounts.find(({ targets }) => targets.includes(target))?.connection),
      );
      if (!dryRun) {
        const reply = (post: PostWithTargets) => ({ status: 201, body: presentAccepted(presentPost(post)) }) as const;
        return reply(await publishing.publish(request, publisher, timing, http.postKey(reply)));
      }
      const expected = await expectedTiming(services, timing, publisher);
      const isLater = expected.scheduledFor !== null && expected.scheduledFor.at > clock.now();
      const preview = await previewPost(services, request, publisher, { timing: expected, isQuick: false, isLater });
      return {
        status: 201,
        hadNoEffect: true,
        body: {
          ok: Object.values(preview.platformResults).every(({ ok }) => ok),
          postId: null,
          outcome: preview.outcome,
          dryRun: true,
          ...(expected.slot !== null && expected.scheduledFor && slotOf(expected.slot, expected.scheduledFor.text)),
          ...(preview.notes && { notes: preview.notes }),
          text: request.text,
          platforms: preview.platformResults,
        },
      };
    },
  };
}

function presentAccepted(post: Schema<'Post'>): Schema<'InboundResult'> {
  const { id, status, outcome, scheduledFor, slot, notes, platformResults } = post;
  return {
    ok: Object.values(platformResults).every(({ ok }) => ok),
    postId: id,
    status,
    outcome,
    ...(slot && scheduledFor !== undefined && slotOf(slot, scheduledFor)),
    ...(notes && { notes }),
    platforms: platformResults,
  };
}

function slotOf(slot: 'next', scheduledFor: string): Pick<Schema<'InboundResult'>, 'scheduledFor' | 'slot'> {
  return { scheduledFor, slot };
}
