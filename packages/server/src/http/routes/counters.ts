import type { Schema } from '@social/types';
import { isoNow } from '../../clock.ts';
import type { WantedMonth } from '../../services/counters/counter-table.ts';
import type { Reading } from '../../services/counters/readings.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Principal } from '../callers/principal.ts';
import type { HandlersOf, OperationRequest } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { countersCsv } from '../presenters/counters-csv.ts';
import { presentReading } from '../presenters/present-counters.ts';

type Query = OperationRequest<'exportCounters'>['query'];

/** Counters of one post, and of the posts of a month. */
export function counterRoutes({
  clock,
  counters,
  posts,
  profiles,
}: Pick<Services, 'clock' | 'counters' | 'posts' | 'profiles'>): HandlersOf<'counters'> {
  const show = ({ post }: PostWithTargets, readings: readonly Reading[]): Schema<'PostCounters'> => ({
    postId: post.id,
    readings: readings.map(presentReading),
  });

  async function wantedOf(principal: Principal, { month, profile }: Query): Promise<WantedMonth> {
    const profileId = profile === undefined ? null : (await profiles.resolve(principal, profile)).id;
    return { month: month ?? isoNow(clock).slice(0, 7), profileId };
  }

  return {
    async getPostCounters({ path, principal }) {
      const post = await posts.require(principal, path.id);
      return { status: 200, body: show(post, await counters.ofPost(post, principal, false)) };
    },

    async refreshPostCounters({ path, principal }) {
      const post = await posts.require(principal, path.id);
      return { status: 200, body: show(post, await counters.ofPost(post, principal, true)) };
    },

    async listCounters({ query: { limit = 100, by = 'reactions', ...query }, principal }) {
      const table = await counters.ofMonth(principal, { ...(await wantedOf(principal, query)), by });
      return { status: 200, body: { ...table, posts: table.posts.slice(0, limit) } };
    },

    async exportCounters({ query, principal }) {
      const posts = counters.allOfMonth(principal, await wantedOf(principal, query));
      return { status: 200, chunks: countersCsv(posts), type: 'text/csv' };
    },
  };
}
