import { previewOutcomeOf } from '@social/rules';
import type { Schema } from '@social/types';
import { readInbound } from '../../services/posts/inbound.ts';
import { pastNotes, refusePast } from '../../services/posts/past-times.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentAssessments, presentPost } from '../replies/present-post.ts';
import { publisherOf, timingOf } from './posts.ts';

export function webhookRoutes({
  clock,
  connections,
  credits,
  posts,
  profiles,
  publishing,
}: Pick<Services, 'clock' | 'connections' | 'credits' | 'posts' | 'profiles' | 'publishing'>): HandlersOf<'webhooks'> {
  function accepted(post: Schema<'Post'>): Schema<'InboundResult'> {
    const results = Object.values(post.platformResults);
    return {
      ok: results.every(({ ok }) => ok),
      postId: post.id,
      status: post.status,
      outcome: post.outcome,
      ...(post.notes && { notes: post.notes }),
      platforms: post.platformResults,
    };
  }

  return {
    async receiveContent({ query, body, principal, http }) {
      if (http.createdPostId !== null) {
        const created = await posts.require(principal.workspaceId, http.createdPostId);
        return { status: 201, body: accepted(presentPost(created)) };
      }
      const { platforms = 'profnet,microblog', test, ifPast } = query;
      const timing = timingOf(body.timestamp);
      refusePast('timestamp', timing.scheduledFor, { ifPast, now: clock.now() });
      const publisher = await publisherOf(profiles, principal, query.profile, http);
      const connected = await connections.map(publisher.profile.id);
      const { request, dryRun } = readInbound(
        { platforms, ...(test === undefined ? {} : { test }) },
        body,
        (platform) => connected.get(platform)?.network,
      );
      if (!dryRun) {
        const published = await publishing.publish(request, publisher, timing);
        return { status: 201, body: accepted(presentPost(published)) };
      }
      const assessments = await publishing.preview(request, publisher);
      const results = presentAssessments(assessments);
      const listed = Object.values(results);
      const { workspace } = await credits.usage(publisher.workspaceId);
      const needed = listed.reduce((sum, result) => sum + result.credits, 0);
      const available = workspace.balance - workspace.held;
      const { scheduledFor } = timing;
      const notes = scheduledFor ? pastNotes(scheduledFor.at, clock.now(), 'would be published') : [];
      return {
        status: 201,
        hadNoEffect: true,
        body: {
          ok: listed.every(({ ok }) => ok),
          postId: null,
          outcome: previewOutcomeOf(listed, { needed, available }),
          dryRun: true,
          ...(notes.length > 0 && { notes }),
          text: request.text,
          platforms: results,
        },
      };
    },
  };
}
