import type { Schema } from '@social/types';
import { isoNow } from '../../clock.ts';
import type { Reading } from '../../services/counters/readings.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Principal } from '../callers/principal.ts';
import type { HandlersOf, OperationRequest } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { countersCsv } from '../replies/counters-csv.ts';
import { presentReading } from '../replies/present-counters.ts';

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

  async function readMonth(principal: Principal, { month, profile, by = 'reactions' }: Query) {
    const profileId = profile === undefined ? null : (await profiles.resolve(principal, profile)).id;
    return counters.ofMonth(principal, { month: month ?? isoNow(clock).slice(0, 7), by, profileId });
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

    async listCounters({ query: { limit = 100, ...query }, principal }) {
      const table = await readMonth(principal, query);
      return { status: 200, body: { ...table, posts: table.posts.slice(0, limit) } };
    },

    async exportCounters({ query, principal }) {
      return { status: 200, text: countersCsv(await readMonth(principal, query)), type: 'text/csv' };
    },
  };
}
