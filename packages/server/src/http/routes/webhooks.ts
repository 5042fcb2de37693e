import type { Schema } from '@social/types';
import { readInbound } from '../../services/inbound.ts';
import type { HandlersOf } from '../operation-types.ts';
import { presentAssessments, presentPost } from '../present-post.ts';
import type { Services } from '../services.ts';
import { publisherOf, timingOf } from './posts.ts';

export function webhookRoutes({
  connections,
  posts,
  profiles,
  publishing,
}: Pick<Services, 'connections' | 'posts' | 'profiles' | 'publishing'>): HandlersOf<'webhooks'> {
  function accepted(post: Schema<'Post'>): Schema<'InboundResult'> {
    const results = Object.values(post.platformResults);
    return {
      ok: results.every(({ ok }) => ok),
      postId: post.id,
      status: post.status,
      platforms: post.platformResults,
    };
  }

  return {
    async receiveContent({ query, body, principal, http }) {
      if (http.createdPostId !== null) {
        const created = await posts.require(principal.workspaceId, http.createdPostId);
        return { status: 201, body: accepted(presentPost(created)) };
      }
      const { platforms = 'profnet,microblog', test } = query;
      const publisher = await publisherOf(profiles, principal, query.profile, http);
      const connected = await connections.map(publisher.profile.id);
      const { request, dryRun } = readInbound(
        { platforms, ...(test === undefined ? {} : { test }) },
        body,
        (platform) => connected.get(platform)?.network,
      );
      const timing = timingOf(body.timestamp);
      if (!dryRun) {
        const published = await publishing.publish(request, publisher, timing);
        return { status: 201, body: accepted(presentPost(published)) };
      }
      const assessments = await publishing.preview(request, publisher);
      const results = presentAssessments(assessments);
      return {
        status: 201,
        hadNoEffect: true,
        body: {
          ok: Object.values(results).every(({ ok }) => ok),
          postId: null,
          dryRun: true,
          text: request.text,
          platforms: results,
        },
      };
    },
  };
}
