import { describe, expect, test } from 'vitest';
import { violations } from './invariants.ts';
import type { MadeCall } from './load.ts';
import type { Observation, ObservedRemoval, ObservedTarget } from './observation.ts';

const TARGET: ObservedTarget = {
  id: 't1',
  post_id: 'p1',
  workspace_id: 'w1',
  platform: 'microblog',
  target: 'microblog',
  account_name: 'crash-0',
  channel: 'c1',
  part: 1,
  state: 'published',
  code: null,
  platform_post_id: '1445',
  credits: 3,
  attempt: 1,
  not_before: null,
  due_at: null,
  removed_at: null,
};
const ACCEPTED = {
  network: 'x' as const,
  id: '1445',
  account: 'crash_0',
  text: 'hello',
  replyToId: null,
  media: [],
  createdAt: '2026-11-20T14:02:00.000Z',
  deletedAt: null,
  url: 'http://127.0.0.1/x/1445',
};
const META = JSON.stringify({ postId: 'p1', platform: 'microblog', target: 'crash-0' });
const SECOND_META = JSON.stringify({ postId: 'p1', platform: 'microblog', target: 'crash-0', part: 2 });
const GRANT = { workspace_id: 'w1', amount: 100, action: 'credits.granted', operation_id: 'g', metadata: '{}' };
const CHARGE = { workspace_id: 'w1', amount: -3, action: 'post.published', operation_id: 'p1', metadata: META };

/** One post, published once, paid once, logged once. */
const SOUND: Observation = {
  accepted: [ACCEPTED],
  actions: [],
  posts: [
    {
      id: 'p1',
      profile_id: 'f1',
      text: 'hello',
      thread: null,
      comments: null,
      status: 'published',
      platforms: '["microblog"]',
      due_at: null,
    },
  ],
  targets: [TARGET],
  removals: [],
  workspaces: [{ id: 'w1', balance: 97, held: 0 }],
  ledger: [GRANT, CHARGE],
  holds: [],
  logs: [{ status: 'success', platform: 'microblog', metadata: META }],
  webhooks: null,
  damage: [],
  calls: [
    {
      workspace: 0,
      kind: 'publish',
      method: 'POST',
      path: '/api/v1/posts',
      key: 'k',
      body: { text: 'hello', platforms: ['microblog'] },
      answer: { status: 201, text: '{"id":"p1"}' },
    },
  ],
};

const LIKED = {
  ...({ network: 'x', operation: 'action', method: 'POST', path: '/x/2/users/1/likes' } as const),
  ...{ status: 200, at: '2026-11-20T14:03:00.000Z' },
};
const LIKE: MadeCall = {
  ...{ workspace: 0, kind: 'like', method: 'POST', path: '/api/v1/microblog/like', key: 'l' },
  answer: { status: 201, text: '{}' },
};
const LIKE_CHARGE = {
  ...{ workspace_id: 'w1', amount: -1, action: 'microblog.like', operation_id: 'o1' },
  metadata: '{"platform":"microblog"}',
};

/** The same as a thread of two parts. */
const THREAD: Observation = {
  ...SOUND,
  accepted: [ACCEPTED, { ...ACCEPTED, id: '1446', text: 'world', replyToId: '1445' }],
  posts: [{ ...SOUND.posts[0], thread: '["world"]' } as never],
  targets: [TARGET, { ...TARGET, id: 't2', part: 2, platform_post_id: '1446' }],
  workspaces: [{ id: 'w1', balance: 94, held: 0 }],
  ledger: [GRANT, CHARGE, { ...CHARGE, metadata: SECOND_META }],
  logs: [...SOUND.logs, { status: 'success', platform: 'microblog', metadata: SECOND_META }],
};

/** The same, with one like that was done and paid. */
const LIKED_TOO: Observation = {
  ...SOUND,
  actions: [LIKED],
  calls: [...SOUND.calls, LIKE],
  ledger: [...SOUND.ledger, LIKE_CHARGE],
  workspaces: [{ id: 'w1', balance: 96, held: 0 }],
};

const REMOVED_AT = '2026-11-20T15:00:00.000Z';
const REMOVAL: ObservedRemoval = {
  ...{ target_id: 't1', state: 'deleted', operation_id: 'r1', reservation_id: 'h1', credits: 1 },
  ...{ platform: 'microblog', account_name: 'crash-0', part: 1 },
};
const REMOVAL_CHARGE = { ...CHARGE, amount: -1, action: 'post.unpublished', operation_id: 'r1' };

const PLACES = ['mastodon', 'mastodon:second-0'];
const ON_FIRST = {
  ...TARGET,
  ...{ id: 't1', platform: 'mastodon', target: 'mastodon', account_name: 'crash-0-2', channel: 'c2', credits: 1 },
};
const ON_SECOND = {
  ...ON_FIRST,
  id: 't2',
  target: 'mastodon:second-0',
  platform_post_id: '1446',
  account_name: 'second-0',
  channel: 'c3',
};
const ACCEPTED_FIRST = { ...ACCEPTED, network: 'mastodon' as const };
const ACCEPTED_SECOND = { ...ACCEPTED_FIRST, id: '1446', account: 'second_0' };
const FIRST_META = JSON.stringify({ postId: 'p1', platform: 'mastodon', target: 'crash-0-2' });
const OTHER_META = JSON.stringify({ postId: 'p1', platform: 'mastodon', target: 'second-0' });
/** Another account became the default: between the 3rd and the 4th of all starts and answers. */
const MOVED: MadeCall = {
  ...{ workspace: 0, kind: 'make default', method: 'PATCH', path: '/api/connect/mastodon/accounts/third-0', key: 'm' },
  ...{ body: { profileId: 'f1', isDefault: true }, answer: { status: 200, text: '{}' }, startedAt: 3, endedAt: 4 },
};
const publishedAt = (startedAt: number, endedAt: number): MadeCall => {
  const [call] = SOUND.calls as [MadeCall];
  return { ...call, body: { text: 'hello', platforms: PLACES }, startedAt, endedAt };
};

/** One post, published by the default account, since which another became the default, and by a second one. */
const SEVERAL: Observation = {
  ...SOUND,
  accepted: [ACCEPTED_FIRST, ACCEPTED_SECOND],
  posts: [{ ...SOUND.posts[0], platforms: JSON.stringify(PLACES) } as never],
  targets: [ON_FIRST, ON_SECOND],
  workspaces: [{ id: 'w1', balance: 98, held: 0 }],
  ledger: [GRANT, { ...CHARGE, amount: -1, metadata: FIRST_META }, { ...CHARGE, amount: -1, metadata: OTHER_META }],
  logs: [FIRST_META, OTHER_META].map((metadata) => ({ status: 'success', platform: 'mastodon', metadata })),
  calls: [publishedAt(1, 2), MOVED],
};

const brokenAccounts: readonly [string, Partial<Observation>, RegExp][] = [
  [
    'a post on an account that no target means',
    { accepted: [ACCEPTED_FIRST, { ...ACCEPTED_SECOND, account: 'third_0' }] },
    /no post has it: mastodon third_0/,
  ],
  [
    'a post that an account accepted twice',
    { accepted: [ACCEPTED_FIRST, ACCEPTED_SECOND, { ...ACCEPTED_SECOND, id: '2' }] },
    /accepted 2 times: mastodon second_0/,
  ],
  ['a post that only one of two accounts has', { accepted: [ACCEPTED_FIRST] }, /not there: mastodon second_0/],
  [
    'a post that followed the default account',
    {
      targets: [{ ...ON_FIRST, account_name: 'third-0' }, ON_SECOND],
      accepted: [{ ...ACCEPTED_FIRST, account: 'third_0' }, ACCEPTED_SECOND],
    },
    /mastodon meant crash_0, and has third_0: t1/,
  ],
  [
    'a post that stayed with the earlier default account',
    { calls: [MOVED, publishedAt(5, 6)] },
    /mastodon meant third_0, and has crash_0: t1/,
  ],
  [
    'a post that another account got than the one it names',
    {
      targets: [ON_FIRST, { ...ON_SECOND, account_name: 'third-0' }],
      accepted: [ACCEPTED_FIRST, { ...ACCEPTED_SECOND, account: 'third_0' }],
    },
    /mastodon:second-0 meant second_0, and has third_0/,
  ],
  [
    'two targets that one account got',
    {
      targets: [ON_FIRST, { ...ON_SECOND, target: 'mastodon:crash-0-2', account_name: 'crash-0-2', channel: 'c2' }],
      accepted: [ACCEPTED_FIRST, { ...ACCEPTED_FIRST, id: '2' }],
    },
    /accepted 2 times: mastodon crash_0/,
  ],
  [
    'an account with a channel for each profile',
    { targets: [ON_FIRST, { ...ON_SECOND, account_name: 'crash-0' }] },
    /several channels of one account: w1 mastodon crash_0/,
  ],
  ['two accounts that were charged once', { ledger: SEVERAL.ledger.slice(0, 2) }, /charged \[1\].*\n.*charged \[1\]/],
];

/** The same, taken back and paid. */
const TAKEN_BACK: Observation = {
  ...SOUND,
  accepted: [{ ...ACCEPTED, deletedAt: REMOVED_AT }],
  targets: [{ ...TARGET, removed_at: REMOVED_AT }],
  removals: [REMOVAL],
  ledger: [...SOUND.ledger, REMOVAL_CHARGE],
  workspaces: [{ id: 'w1', balance: 96, held: 0 }],
};
const OF_SECOND = { ...REMOVAL, target_id: 't2', part: 2 };

const brokenRemovals: readonly [string, Partial<Observation>, RegExp][] = [
  ['a removal that never ended', { removals: [{ ...REMOVAL, state: 'removing' }] }, /stuck in removing: t1/],
  ['a post that is gone without a removal', { removals: [] }, /removal undefined, removed at 2026/],
  ['a deletion without a removal', { removals: [], targets: [TARGET] }, /removal undefined, at the network since 2026/],
  ['a removal that the network does not know', { accepted: [ACCEPTED] }, /removal deleted, at the network since null/],
  ['a removal that failed, of a post that is gone', { removals: [{ ...REMOVAL, state: 'failed' }] }, /removal failed/],
  ['a removal of a post that had failed', { targets: [{ ...TARGET, state: 'failed' }] }, /taken back, though failed/],
  ['a removal that was not charged', { ledger: SOUND.ledger }, /charged \[\], shown 1 for a deleted removal/],
  ['a removal charged twice', { ledger: [...TAKEN_BACK.ledger, REMOVAL_CHARGE] }, /charged \[1,1\]/],
  ['a charge for a post that was gone', { removals: [{ ...REMOVAL, state: 'gone' }] }, /for a gone removal/],
  ['a charge for no removal', { removals: [{ ...REMOVAL, operation_id: 'r2' }] }, /charged for no removal: r1/],
  ['credits held for a removal that ended', { holds: [{ id: 'h1', workspace_id: 'w1', amount: 1 }] }, /1 holds of act/],
];

const EVENT = { workspace_id: 'w1', number: 1, id: 'e1', kind: 'post.published', object_id: 'p1' };
const RECEIVED = { id: 'e1', body: JSON.stringify({ id: 'e1', type: 'post.published', number: 1 }) };
const TOLD = { events: [EVENT], received: [RECEIVED] };
const SECOND = { ...EVENT, number: 2, id: 'e2' };
const SECOND_RECEIVED = { id: 'e2', body: JSON.stringify({ id: 'e2', type: 'post.published', number: 2 }) };

const brokenEvents: readonly [string, NonNullable<Observation['webhooks']>, RegExp][] = [
  ['an outcome without an event', { events: [], received: [] }, /published, without an event/],
  [
    'an event of another outcome',
    {
      events: [{ ...EVENT, kind: 'post.partial' }],
      received: [{ ...RECEIVED, body: RECEIVED.body.replace('published', 'partial') }],
    },
    /published, and the events are post.partial/,
  ],
  ['an outcome with two events', { events: [EVENT, SECOND], received: [RECEIVED, SECOND_RECEIVED] }, /published twice/],
  ['an event of no post', { events: [{ ...EVENT, object_id: 'p2' }], received: [RECEIVED] }, /an event of no post: p2/],
  [
    'a gap in the numbers',
    { events: [{ ...EVENT, number: 2 }], received: [{ ...RECEIVED, body: SECOND_RECEIVED.body }] },
    /events numbered 2 in w1/,
  ],
  ['an event that never arrived', { events: [EVENT], received: [] }, /never received: post.published e1/],
  ['a delivery without an event', { events: [EVENT], received: [RECEIVED, SECOND_RECEIVED] }, /never recorded: e2/],
  [
    'tries with different bodies',
    { events: [EVENT], received: [RECEIVED, { ...RECEIVED, body: `${RECEIVED.body} ` }] },
    /several bodies: e1/,
  ],
  [
    'a delivery with another number',
    { events: [EVENT], received: [{ ...RECEIVED, body: RECEIVED.body.replace('1}', '7}') }] },
    /received as post.published 7/,
  ],
];

const brokenActions: readonly [string, Partial<Observation>, RegExp][] = [
  ['a like that was not charged', { ledger: SOUND.ledger }, /1 were done, 0 charged/],
  ['a like charged twice', { ledger: [...LIKED_TOO.ledger, LIKE_CHARGE] }, /charged twice for one operation/],
  ['a like at another price', { ledger: [...SOUND.ledger, { ...LIKE_CHARGE, amount: -2 }] }, /another price than 1/],
  ['a like sent twice for one key', { actions: [LIKED, LIKED] }, /2 times for 1 keys/],
  ['a like sent again after a lost answer', { actions: [{ ...LIKED, status: 0 }, LIKED] }, /2 times for 1 keys/],
  ['a like sent again after an error', { actions: [{ ...LIKED, status: 500 }, LIKED] }, /answered 500,200/],
  [
    'a like repeated after every refusal',
    { actions: [...Array.from({ length: 2 }, () => ({ ...LIKED, status: 429 })), LIKED] },
    /3 requests for 1 keys/,
  ],
  ['a charge for a like that never left', { actions: [] }, /1 charged, 0 asked/],
];

const broken: readonly [string, Partial<Observation>, RegExp][] = [
  ['a post accepted twice', { accepted: [ACCEPTED, { ...ACCEPTED, id: '1446' }] }, /accepted 2 times/],
  ['a post that no call asked for', { accepted: [ACCEPTED, { ...ACCEPTED, text: 'else' }] }, /no post has it/],
  ['an acknowledged post that is gone', { posts: [], targets: [], accepted: [] }, /acknowledged and lost/],
  ['a post stored with another text', { posts: [{ ...SOUND.posts[0], text: 'x' }] as never }, /stored as/],
  ['a result that the network does not have', { accepted: [] }, /published, but not there/],
  ['a balance that is not the sum', { workspaces: [{ id: 'w1', balance: 96, held: 0 }] }, /balance 96, ledger 97/],
  ['a hold that belongs to no target', { holds: [{ id: 't9.1', workspace_id: 'w1', amount: 3 }] }, /held for nothing/],
  ['held credits without a hold', { workspaces: [{ id: 'w1', balance: 97, held: 3 }] }, /held 3, open holds 0/],
  ['a second charge', { ledger: [GRANT, CHARGE, CHARGE] }, /charged \[3,3\]/],
  ['a success that was not charged', { ledger: [GRANT] }, /charged \[\]/],
  ['a failure that was charged', { targets: [{ ...TARGET, state: 'failed', credits: 0 }] }, /for a failed/],
  ['an attempt without a log entry', { logs: [] }, /logged/],
  [
    'a failed attempt that was logged twice',
    {
      logs: [{ ...SOUND.logs[0], status: 'failed' } as never, ...SOUND.logs],
    },
    /in attempt 1, logged failed, success/,
  ],
  ['a success logged twice', { logs: [...SOUND.logs, ...SOUND.logs] }, /logged success, success/],
  ['a target left in sending', { targets: [{ ...TARGET, state: 'sending' }] }, /stuck in sending/],
  [
    'a scheduled post that never went out',
    { posts: [{ ...SOUND.posts[0], status: 'scheduled' }] as never },
    /stuck in/,
  ],
  ['an accepted post that stays unknown', { targets: [{ ...TARGET, state: 'unknown' }] }, /accepted, but unknown/],
  ['an accepted post that counts as failed', { targets: [{ ...TARGET, state: 'failed' }] }, /accepted, but failed/],
  ['a damaged database', { damage: ['row 3 missing from index'] }, /row 3 missing/],
];

describe('the check of the promises', () => {
  test('finds nothing where everything is as it should be', () => {
    expect(violations(SOUND)).toEqual([]);
    expect(violations(LIKED_TOO)).toEqual([]);
    expect(violations(THREAD)).toEqual([]);
    expect(violations({ ...SOUND, webhooks: TOLD })).toEqual([]);
    const twice = { events: [EVENT], received: [RECEIVED, RECEIVED] };
    expect(violations({ ...SOUND, webhooks: twice })).toEqual([]);
  });

  test('finds nothing where a like was done after the network had refused it for its rate limit', () => {
    expect(violations({ ...LIKED_TOO, actions: [{ ...LIKED, status: 429 }, LIKED] })).toEqual([]);
  });

  test('finds a part of a thread that answers nothing, and one that was charged as the first', () => {
    const [first] = THREAD.accepted;
    const astray = { ...first, id: '1446', text: 'world' } as never;
    expect(violations({ ...THREAD, accepted: [ACCEPTED, astray] }).join()).toMatch(/answers null instead of 1445/);
    expect(violations({ ...THREAD, ledger: [GRANT, CHARGE, CHARGE] }).join()).toMatch(/charged \[3,3\].*charged \[\]/);
  });

  test.each(brokenActions)('finds %s', (_name, change, found) => {
    expect(violations({ ...LIKED_TOO, ...change }).join('\n')).toMatch(found);
  });

  test('finds nothing where a post was taken back, or nobody knows whether it was', () => {
    expect(violations(TAKEN_BACK)).toEqual([]);
    const unknown = [{ ...REMOVAL, state: 'unknown', credits: 0 }];
    const open = { removals: unknown, targets: SOUND.targets, ledger: SOUND.ledger };
    const held = {
      holds: [{ id: 'h1', workspace_id: 'w1', amount: 1 }],
      workspaces: [{ id: 'w1', balance: 97, held: 1 }],
    };
    expect(violations({ ...TAKEN_BACK, ...open, ...held })).toEqual([]);
    expect(violations({ ...TAKEN_BACK, ...open, ...held, accepted: SOUND.accepted })).toEqual([]);
  });

  test('finds a part of a thread that was taken back before the part after it', () => {
    const targets = THREAD.targets.map((target) =>
      target.part === 1 ? { ...target, removed_at: REMOVED_AT } : target,
    );
    expect(violations({ ...THREAD, targets, removals: [REMOVAL] }).join('\n')).toMatch(/before a later part: t1/);
    const removed = targets.map((target) => ({ ...target, removed_at: REMOVED_AT }));
    const found = violations({ ...THREAD, targets: removed, removals: [REMOVAL, OF_SECOND] });
    expect(found.join('\n')).not.toMatch(/before a later part/);
  });

  test.each(brokenRemovals)('finds %s', (_name, change, found) => {
    expect(violations({ ...TAKEN_BACK, ...change }).join('\n')).toMatch(found);
  });

  test('finds nothing where several accounts have a post, whose default is another one since or is moved meanwhile', () => {
    expect(violations(SEVERAL)).toEqual([]);
    const renamed = { ...ON_SECOND, account_name: 'second-0-news' };
    expect(violations({ ...SEVERAL, targets: [ON_FIRST, renamed] })).toEqual([]);
    const canceled = { ...ON_SECOND, ...{ id: 't3', post_id: 'p2', state: 'canceled', channel: null, credits: 0 } };
    expect(violations({ ...SEVERAL, targets: [...SEVERAL.targets, canceled] })).toEqual([]);
    for (const calls of [
      [MOVED, publishedAt(1, 5)],
      [{ ...MOVED, answer: null }, publishedAt(5, 6)],
    ]) {
      expect(violations({ ...SEVERAL, calls })).toEqual([]);
    }
  });

  test.each(brokenAccounts)('finds %s', (_name, change, found) => {
    expect(violations({ ...SEVERAL, ...change }).join('\n')).toMatch(found);
  });

  test.each(brokenEvents)('finds %s', (_name, webhooks, found) => {
    expect(violations({ ...SOUND, webhooks }).join('\n')).toMatch(found);
  });

  test.each(broken)('finds %s', (_name, change, found) => {
    expect(violations({ ...SOUND, ...change }).join('\n')).toMatch(found);
  });
});
