import { outcomeOf } from '@social/rules';
import { useResource } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { insertPost, listPostsById, type PostRow } from '../../../../server/src/store/posts/posts.ts';
import { findPostIds, type PostSearch } from '../../../../server/src/store/search/post-search.ts';
import type { TargetRow } from '../../../../server/src/store/targets/targets.ts';
import { createRandom } from '../../crash/random.ts';
import { createBareDatabase } from '../../credits/bare-database.ts';

// More posts than the search reads without a pause, and more than its limit for "few".
const POSTS = 2_200;
const PAGE = 700;
const START = Date.parse('2027-01-01T00:00:00.000Z');
const random = createRandom(7);
const instant = (minute: number) => new Date(START + minute * 60_000).toISOString();
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const bare = useResource(createBareDatabase);
const posts: PostRow[] = [];
const outcomes = new Map<string, Outcome>();
const targets: TargetRow[] = [];

function makePost(number: number, workspaceId: string): PostRow {
  // The older half belongs to another profile and platform, so that matches can be far from the start of the list.
  const isOld = number < POSTS / 2;
  return {
    ...{ id: idOf(number), workspace_id: workspaceId, profile_id: workspaceId, text: `Post ${number}`, thread: null },
    profile_slug: random.chance(0.02) ? 'rare' : isOld ? 'old' : 'default',
    platforms: JSON.stringify(isOld ? ['profnet', 'video'] : ['profnet', 'microblog']),
    ...{
      media: null,
      poll: null,
      comments: null,
      settings: null,
      disclosures: null,
      media_urls: null,
      meta: null,
      overrides: null,
      fit_media: 1,
      ...{ copy_media: 0, copies: null, copies_due_at: null, copier_id: null },
      source: null,
      labels: null,
      scheduled_for: null,
      due_at: null,
      held_at: null,
      from_slot: 0,
      unsent_bytes: 0,
      limited_by: null,
      approval: null,
      idempotency_key: null,
    },
    status: random.chance(0.05) ? random.pick(['scheduled', 'canceled', 'publishing']) : 'published',
    happens_at: instant(random.chance(0.3) ? random.between(0, POSTS) : number),
    ...{ created_at: instant(number), updated_at: instant(number) },
  };
}

function targetsOf(post: PostRow): TargetRow[] {
  // Of some posts everything was taken back, of others one platform.
  const removal = random.chance(0.2) ? 1 : random.chance(0.2) ? 0.5 : 0;
  return (JSON.parse(post.platforms) as TargetRow['platform'][])
    .map(
      (platform, position): TargetRow => ({
        ...{
          id: `${post.id.slice(0, 24)}${position}${post.id.slice(25)}`,
          post_id: post.id,
          platform,
          target: platform,
          account_name: null,
          channel: null,
          position,
          part: 1,
        },
        ...{ workspace_id: post.workspace_id, profile_id: post.profile_id },
        // A post is being published as long as one of its targets is on its way.
        state:
          position === 0 && post.status === 'publishing'
            ? random.pick(['pending', 'sending'])
            : random.chance(0.4)
              ? 'failed'
              : random.chance(0.01)
                ? 'unknown'
                : 'published',
        ...{ connection_id: null, account: null, platform_post_id: null, url: null, error: null, code: null },
        ...{ retryable: 0, credits: 0, note: null, attempt: 1, sent_at: null, worker_id: null, not_before: null },
        ...{ held: 0, spending: null, due_at: null, progress: null, checkpoint: null, fitted: null, by_hand: 0 },
        updated_at: post.updated_at,
        removed_at: random.chance(removal) ? post.updated_at : null,
      }),
    )
    .map((target) => (target.state === 'published' ? target : { ...target, removed_at: null }));
}

beforeAll(async () => {
  for (let number = 0; number < POSTS; number += 1) posts.push(makePost(number, bare.workspaceId));
  targets.push(...posts.flatMap(targetsOf));
  const byPost = Map.groupBy(targets, ({ post_id }) => post_id);
  for (const { id, status } of posts) {
    const results = (byPost.get(id) ?? []).map(({ platform, state, removed_at }) => [
      platform,
      { state, ...(removed_at !== null && { removedAt: removed_at }) },
    ]);
    outcomes.set(id, outcomeOf({ status, platformResults: Object.fromEntries(results) }));
  }
  await bare.db.transaction().execute(async (trx) => {
    for (let first = 0; first < POSTS; first += 100) {
      for (const post of posts.slice(first, first + 100)) await insertPost(trx, post);
      await trx
        .insertInto('post_target')
        .values(targets.slice(2 * first, 2 * first + 200))
        .execute();
    }
  });
});

type Search = Omit<PostSearch, 'limit' | 'before'>;
type Outcome = ReturnType<typeof outcomeOf>;

/** The same search without a database. */
function searchInMemory({ status, profile, platform, outcome, result, from, to }: Search): string[] {
  const asked: (string | undefined)[] = result === 'attention' ? ['failed', 'unknown'] : [result];
  const inTrouble = new Set(targets.filter(({ state }) => asked.includes(state)).map(({ post_id }) => post_id));
  const found = posts.filter(
    (post) =>
      (status === undefined || post.status === status) &&
      (profile === undefined || post.profile_slug === profile) &&
      (platform === undefined || post.platforms.includes(platform)) &&
      (outcome === undefined || outcome.includes(outcomes.get(post.id) as Outcome)) &&
      (result === undefined || inTrouble.has(post.id)) &&
      (from === undefined || post.happens_at >= from) &&
      (to === undefined || post.happens_at < to),
  );
  const isByTime = from !== undefined || to !== undefined;
  const keyOf = ({ happens_at, id }: PostRow) => (isByTime ? happens_at : '') + id;
  return found.toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)).map(({ id }) => id);
}

async function searchByPages(search: Search): Promise<string[]> {
  const found: string[] = [];
  const byId = new Map(posts.map((post) => [post.id, post]));
  for (;;) {
    const id = found.at(-1);
    const before = id === undefined ? {} : { before: { id, happensAt: byId.get(id)?.happens_at ?? '' } };
    const page = await findPostIds(bare.db, bare.workspaceId, { ...search, ...before, limit: PAGE });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}

const statuses = [undefined, 'published', 'missed'] as const;
const profiles = [undefined, 'old', 'rare', 'none'];
const platforms = [undefined, 'profnet', 'video', 'chatbot'] as const;
const ranges = [{}, { from: instant(0) }, { to: instant(POSTS / 2) }, { from: instant(800), to: instant(2_000) }];

test.each([undefined, 'failed', 'unknown', 'attention'] as const)(
  'with the result %s, every combination of filters finds exactly the posts that match, page by page',
  async (result) => {
    for (const status of statuses) {
      for (const profile of profiles) {
        for (const platform of platforms) {
          for (const range of ranges) {
            const given = Object.entries({ status, profile, platform, result, ...range });
            const search = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Search;
            expect(await searchByPages(search), JSON.stringify(search)).toEqual(searchInMemory(search));
          }
        }
      }
    }
  },
);

test.each([
  [['published']],
  [['partial']],
  [['failed']],
  [['unknown']],
  [['unpublished']],
  [['pending']],
  [['missed']],
  [['partial', 'unknown']],
  [['published', 'scheduled']],
  [['scheduled', 'canceled', 'missed']],
  [['failed', 'partial', 'unknown']],
  [['published', 'failed', 'scheduled']],
  [['unpublished', 'partial', 'canceled']],
] as const)('with the outcomes %j, filters find page by page what the rule says', async (outcome) => {
  for (const profile of [undefined, 'rare']) {
    for (const platform of [undefined, 'video'] as const) {
      for (const range of ranges) {
        const given = Object.entries({ profile, platform, outcome, ...range });
        const search = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Search;
        expect(await searchByPages(search), JSON.stringify(search)).toEqual(searchInMemory(search));
      }
    }
  }
});

test('a search without a result does not block other requests', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const search = { profile: 'old', platform: 'microblog', limit: 100 } as const;
  expect(await listPostsById(bare.db, await findPostIds(bare.db, bare.workspaceId, search))).toEqual([]);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(1);
});
