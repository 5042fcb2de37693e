import { isRecord, jsonFields } from '../../http/request-body.ts';
import type { Call, Json, Reply, Route } from '../../http/route.ts';
import { countOf } from '../../world/counters.ts';
import type { Post } from '../../world/posts.ts';
import { invalidParams, success } from './errors.ts';
import { protect, type Session } from './session.ts';
import type { TiktokState } from './state.ts';

const maxIds = 20;

type FieldReaders = Readonly<Record<string, (post: Post) => Json>>;

const counted = (name: string) => (post: Post) => countOf(post, name);

/** Documented fields of which the sandbox knows nothing, so that it leaves them out. */
const unknownFields = 'cover_image_url share_url duration height width embed_html embed_link'.split(' ');

/** The fields of a video that the sandbox knows. @see https://developers.tiktok.com/doc/tiktok-api-v2-video-object */
const fields: FieldReaders = {
  id: ({ id }) => id,
  create_time: ({ createdAt }) => Math.floor(createdAt / 1000),
  video_description: ({ text }) => text,
  title: ({ text }) => text,
  like_count: counted('like_count'),
  comment_count: counted('comment_count'),
  share_count: counted('share_count'),
  view_count: counted('view_count'),
};

/**
 * The person's own public videos by their ids; others are left out.
 *
 * @see https://developers.tiktok.com/doc/tiktok-api-v2-video-query
 */
export function videoQueryRoute(state: TiktokState): Route {
  return protect(state, {
    method: 'POST',
    path: '/v2/video/query',
    operation: 'read',
    scope: 'video.list',
    perMinute: 600,
    handle: (call, session) => showVideos(state, call, session),
  });
}

function showVideos({ world }: TiktokState, call: Call, { account }: Session): Reply {
  const wanted = (call.query.get('fields') ?? '').split(',');
  const unknown = wanted.find((name) => fields[name] === undefined && !unknownFields.includes(name));
  if (unknown !== undefined) return invalidParams(`Fields is missing or holds an unknown field: "${unknown}".`);
  const filters = jsonFields(call.body)?.['filters'];
  const ids: unknown = isRecord(filters) ? filters['video_ids'] : undefined;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > maxIds) {
    return invalidParams(`filters.video_ids has to be a list of 1 to ${maxIds} ids.`);
  }
  const own = ids.flatMap((id) => world.posts.find('tiktok', String(id)) ?? []);
  const visible = own.filter((post) => post.accountId === account.id && !post.hidden && post.deletedAt === undefined);
  const videos = visible.map((post) => Object.fromEntries(wanted.map((name) => [name, fields[name]?.(post)])));
  return success({ videos });
}
