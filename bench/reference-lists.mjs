import { postsById, targetsOfPosts } from './reference-store.mjs';

const PAGE = { posts: 100, logs: 50 };

/** Reads the first page of a workspace's posts: the answer that the server under test gives for published posts. */
export function listPosts(store, workspaceId) {
  const ids = store.listPostIds.all(workspaceId, PAGE.posts + 1).map(({ id }) => id);
  const page = ids.slice(0, PAGE.posts);
  if (page.length === 0) return { posts: [], nextCursor: null };
  const posts = new Map(store.allOf(postsById, ids).map((post) => [post.id, post]));
  const targets = store.allOf(targetsOfPosts, ids, ' order by post_id, position');
  const byPost = Map.groupBy(targets, (target) => target.post_id);
  return {
    posts: page.map((id) => presentPost(posts.get(id), byPost.get(id) ?? [])),
    nextCursor: ids.length > PAGE.posts ? page.at(-1) : null,
  };
}

/** Reads the first page of a workspace's log, as the server under test answers it. */
export function listLogs(store, workspaceId) {
  const { log_count: last, first } = store.countLogs.get(workspaceId);
  const total = first === null ? 0 : last - first + 1;
  const logs = store.listLogs.all(workspaceId, last, PAGE.logs).map(presentLogEntry);
  return { logs, total, limit: PAGE.logs, offset: 0 };
}

function presentPost(post, targets) {
  return {
    id: post.id,
    text: post.text,
    platforms: JSON.parse(post.platforms),
    status: post.status,
    outcome: 'published',
    createdAt: post.created_at,
    updatedAt: post.updated_at,
    profile: post.profile_slug,
    credits: targets.reduce((sum, target) => sum + target.credits, 0),
    platformResults: Object.fromEntries(targets.map((target) => [target.platform, presentTarget(target)])),
  };
}

function presentTarget({ platform_post_id: platformPostId, state, credits, account, url }) {
  return { ok: true, platformPostId, state, credits, account, url };
}

function presentLogEntry({ id, action, platform, profile_name: profileName, status, metadata, created_at: createdAt }) {
  return {
    ...{ id, action, platform, profileName, status, outcome: 'published' },
    ...{ metadata: JSON.parse(metadata), createdAt },
  };
}
