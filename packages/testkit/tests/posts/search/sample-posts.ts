import { insertPost, type PostRow } from '../../../../server/src/store/posts/posts.ts';
import type { Queryable } from '../../../../server/src/store/schema.ts';
import type { TargetRow } from '../../../../server/src/store/targets/targets.ts';
import { createRandom } from '../../crash/random.ts';

/** Pieces of texts that people publish: in several scripts, with links, versions, emoji, tags and names. */
export const PIECES = [
  ...[
    'Release v1.4.2 is out',
    'Version 2.0.0-rc.1 can be tried',
    'We fixed issue #1042 in 1.4.10',
    'Don’t miss the café',
  ],
  ...[
    'https://docs.example.com/guides/search?x=1#top',
    'see example.org',
    'write to ada@example.com',
    'snake_case_name',
  ],
  ...[
    '東京タワーへ行きました',
    '新しいリリースを公開しました',
    '今天我们发布了新版本',
    '서울에서 만나요',
    'コーヒーを飲む',
  ],
  ...['สวัสดีชาวโลก', 'Привет мир', 'Ünïcode für Straßen', 'L’été à la plage', 'ΟΔΟΣ και οδός', 'İstanbul’da'],
  ...['🎉 party', '👩‍💻 at work', '👍🏽 thanks', '🇩🇪 und 🇯🇵', '#Launch day', '@ada said', 'C# and C++', 'מה שלומך'],
  ...[
    'Join us live at 17:30',
    'state-of-the-art e-mail',
    '1,000 downloads',
    '50% off',
    'the quick brown fox',
    'ＦＵＬＬＷＩＤＴＨ text',
  ],
];

const ERRORS = [
  'the network is rate limiting this account',
  'the text was refused: duplicate',
  'the token was revoked',
];
const ACCOUNTS = ['@ada', 'Ada Example', '@acme_blog', '東京ブログ', 'Łódź Press'];
const START = Date.parse('2027-01-01T00:00:00.000Z');

/** Makes posts with their targets, newest last; several of a millisecond; every call makes the same. */
export function makeSamplePosts(workspaceId: string, count: number): { posts: PostRow[]; targets: TargetRow[] } {
  const random = createRandom(11);
  const posts: PostRow[] = [];
  const targets: TargetRow[] = [];
  for (let number = 0; number < count; number += 1) {
    const time = (START + Math.floor(number / 3) * 60_000).toString(16).padStart(12, '0');
    const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
    const at = new Date(START + number * 20_000).toISOString();
    const pieces = Array.from({ length: random.between(1, 4) }, () => random.pick(PIECES));
    const labels = random.chance(0.2) ? [random.pick(['launch', 'press release', '東京'])] : null;
    posts.push({
      ...{
        id,
        workspace_id: workspaceId,
        profile_id: workspaceId,
        profile_slug: 'default',
        platforms: '["microblog"]',
      },
      text: pieces.slice(0, 2).join(' '),
      thread: pieces.length > 2 ? JSON.stringify([pieces[2]]) : null,
      overrides: pieces.length > 3 ? JSON.stringify({ microblog: { text: pieces[3] } }) : null,
      labels: labels && JSON.stringify(labels),
      ...{
        media: null,
        poll: null,
        comments: null,
        settings: null,
        disclosures: null,
        media_urls: null,
        meta: null,
        fit_media: 1,
        source: null,
        status: 'published',
      },
      ...{ copy_media: 0, copies: null, copies_due_at: null, copier_id: null },
      ...{ scheduled_for: null, due_at: null, held_at: null, from_slot: 0, happens_at: at, unsent_bytes: 0 },
      ...{ limited_by: null, approval: null, idempotency_key: null, created_at: at, updated_at: at },
    });
    const isFailed = random.chance(0.2);
    targets.push({
      ...{
        id,
        post_id: id,
        workspace_id: workspaceId,
        profile_id: workspaceId,
        platform: 'microblog',
        target: 'microblog',
        account_name: null,
        channel: null,
        position: 0,
        part: 1,
      },
      state: isFailed ? 'failed' : 'published',
      account: random.pick(ACCOUNTS),
      platform_post_id: isFailed ? null : `14458805484723${String(number).padStart(5, '0')}`,
      error: isFailed ? random.pick(ERRORS) : null,
      code: isFailed ? 'network_rate_limited' : null,
      ...{ connection_id: null, url: null, retryable: 0, credits: 0, held: 0, spending: null, note: null, attempt: 1 },
      ...{ sent_at: null, worker_id: null, not_before: null, due_at: null, progress: null, checkpoint: null },
      ...{ fitted: null, by_hand: 0, removed_at: null, updated_at: at },
    });
  }
  return { posts, targets };
}

/** Stores posts with their targets. The index of words does not know of them. */
export async function storeSamplePosts(
  trx: Queryable,
  { posts, targets }: ReturnType<typeof makeSamplePosts>,
): Promise<void> {
  const hasLabels = ({ labels }: PostRow) => labels !== null;
  for (const post of posts.filter(hasLabels)) await insertPost(trx, post);
  const others = posts.filter((post) => !hasLabels(post));
  for (let first = 0; first < others.length; first += 100)
    await trx
      .insertInto('post')
      .values(others.slice(first, first + 100))
      .execute();
  for (let first = 0; first < targets.length; first += 100)
    await trx
      .insertInto('post_target')
      .values(targets.slice(first, first + 100))
      .execute();
}
