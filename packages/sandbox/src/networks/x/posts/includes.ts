import type { Call, Json } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { minuteMs } from '../../../world/durations.ts';
import type { Post } from '../../../world/posts.ts';
import type { XState } from '../state.ts';
import type { FieldSelection } from './fields.ts';
import { presentMedia } from './media.ts';
import { type FieldReaders, pick } from './pick.ts';
import { isVisible, presentPost, presentUser } from './present.ts';

/**
 * The objects that posts refer to, of the kinds that a caller wants to have expanded.
 *
 * @see https://docs.x.com/x-api/fundamentals/expansions
 */
export function includesOf(
  state: XState,
  posts: readonly Post[],
  { call, user, fields }: { call: Call; user: Account; fields: FieldSelection },
): { includes?: Json } {
  const wanted = (name: string, found: readonly Post[]) => (fields.expansions.has(name) ? found : []);
  const referenced = posts.flatMap((post) => referencesOf(state, post)).filter((post) => isVisible(state, post, user));
  const replied = posts.flatMap((post) => state.world.posts.find('x', post.replyToId ?? '') ?? []);
  const authors = [
    ...wanted('author_id', posts),
    ...wanted('referenced_tweets.id.author_id', referenced),
    ...wanted('in_reply_to_user_id', replied),
  ].map(({ accountId }) => accountId);
  const withMedia = [
    ...wanted('attachments.media_keys', posts),
    ...wanted('referenced_tweets.id.attachments.media_keys', referenced),
  ];
  const expanded = [
    ...wanted('edit_history_tweet_ids', posts),
    ...([...fields.expansions].some((name) => name.startsWith('referenced_tweets.id')) ? referenced : []),
  ];
  const includes = {
    users: state.world.accounts
      .of('x')
      .filter(({ id }) => authors.includes(id))
      .map((account) => presentUser(state, account, { call, fields: fields.user })),
    media: [...new Set(withMedia)].flatMap((post) => presentMedia(state, post, { call, fields: fields.media })),
    polls: wanted('attachments.poll_ids', posts).flatMap((post) => presentPoll(state, post, fields.poll)),
    tweets: [...new Set(expanded)].map((post) => presentPost(state, post, fields.post)),
  };
  const found = Object.entries(includes).filter(([, objects]) => objects.length > 0);
  return found.length === 0 ? {} : { includes: Object.fromEntries(found) };
}

/** The poll of a post, which has the post's id: its answers, and the fields that were asked for. */
function presentPoll({ world }: XState, { id, poll, createdAt }: Post, fields: ReadonlySet<string>): Json[] {
  if (!poll) return [];
  const { options, endsAt } = poll;
  const optional: FieldReaders = {
    duration_minutes: () => (endsAt - createdAt) / minuteMs,
    end_datetime: () => new Date(endsAt).toISOString(),
    voting_status: () => (world.now() < endsAt ? 'open' : 'closed'),
  };
  const shown = options.map((label, index) => ({ position: index + 1, label, votes: 0 }));
  return [{ id, options: shown, ...pick(optional, fields) }];
}

function referencesOf({ world }: XState, { replyToId = '', quotedId = '' }: Post): Post[] {
  return [replyToId, quotedId].flatMap((id) => world.posts.find('x', id) ?? []);
}
