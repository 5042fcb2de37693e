import { dialectUnderTest, type Replica, uniqueText, useStack, type Workspace } from '@social/testkit';
import { beforeAll, expect, test, vi } from 'vitest';

const SERVERS = 3;
const CHANNELS = 5;
const POSTS_PER_CHANNEL = 6;
const SLOW_MS = 150;

const { stack, workspace, proxy } = useStack({ connect: ['profnet', 'microblog'], proxied: ['profnet'] });
const replicas: Replica[] = [];

beforeAll(async () => {
  // A SQLite file has one server.
  const further = dialectUnderTest() === 'postgres' ? SERVERS - 1 : 0;
  for (let index = 0; index < further; index += 1) replicas.push(await stack.startReplica());
});

interface ProfileOfAccount {
  readonly id: string;
  readonly slug: string;
}

let accounts = 0;

/** Adds profiles of a workspace, each connected to an account of its own. */
async function addAccounts(of: Workspace, count: number): Promise<ProfileOfAccount[]> {
  const added: ProfileOfAccount[] = [];
  for (let index = 0; index < count; index += 1) {
    accounts += 1;
    const username = `account_${accounts}`;
    const { body } = await of.api('POST', '/api/profiles', { body: { name: username } });
    await stack.sandbox.addAccount({ network: 'linkedin', username, name: username });
    await stack.sandbox.settings({ authorizeAs: username });
    await of.connect('profnet', body.profile.id);
    added.push({ id: body.profile.id, slug: body.profile.slug });
  }
  await stack.sandbox.settings({ authorizeAs: 'sandbox_owner' });
  return added;
}

async function schedule(of: Workspace, body: object, at: number): Promise<{ id: string; text: string }> {
  const text = uniqueText('Turn');
  const post = { text, platforms: ['profnet'], ...body, scheduledFor: new Date(at).toISOString() };
  const answer = await of.publish(post);
  expect(answer).toMatchObject({ status: 201 });
  return { id: answer.body.id, text };
}

/** An hour from now, at the beginning of a second. */
const far = () => Math.ceil(Date.now() / 1_000 + 3_600) * 1_000;

/** Moves what is due within a second to the next second but one, once all of it is stored. */
async function bringForward(second: number): Promise<void> {
  const beginOf = (instant: number) => new Date(instant).toISOString().slice(0, 19);
  const [from, to] = [beginOf(second), beginOf(Date.now() + 2_000)];
  for (const [table, column] of [
    ['post', 'due_at'],
    ['post_platform', 'due_at'],
    ['channel', 'next_due'],
  ]) {
    await stack.query(
      `update ${table} set ${column} = replace(${column}, '${from}', '${to}') where ${column} like '${from}%'`,
    );
  }
}

const acceptedTexts = async () => (await stack.sandbox.posts('linkedin')).map(({ text }) => text);

test('posts that are due at the same time go out once, in order and one at a time per account, whichever server sends them', async () => {
  const profiles = await addAccounts(workspace, CHANNELS);
  const dueAt = far();
  const planned = await Promise.all(
    profiles.map(async ({ slug }) => {
      const posts: string[] = [];
      for (let index = 0; index < POSTS_PER_CHANNEL; index += 1) {
        posts.push((await schedule(workspace, { profile: slug }, dueAt + (index % 3))).text);
      }
      // By due time, then in the order in which they were stored.
      return [0, 1, 2].flatMap((late) => posts.filter((_, index) => index % 3 === late));
    }),
  );
  await stack.sandbox.fault({
    network: 'linkedin',
    operation: 'publish',
    kind: 'slow',
    delayMs: SLOW_MS,
    times: 10_000,
  });
  await bringForward(dueAt);
  const open = "select id from post where status in ('scheduled', 'publishing')";
  await vi.waitFor(async () => expect(await stack.query(open)).toEqual([]), 120_000);
  await stack.sandbox.clearFaults();
  const texts = await acceptedTexts();
  for (const own of planned) expect(texts.filter((text) => own.includes(text))).toEqual(own);
  // A lease ends after the post that it was taken for.
  const taken = 'select * from channel where worker_id is not null or next_due is not null';
  await vi.waitFor(async () => expect(await stack.query(taken)).toEqual([]), 15_000);
});

test('a post is not forgotten that becomes due while the lease of its account ends', async () => {
  const posts: { id: string; text: string }[] = [];
  for (let count = 0; count < 60; count += 1) {
    posts.push(await schedule(workspace, {}, Date.now() + 100 + Math.random() * 400));
  }
  for (const { id } of posts) await workspace.untilPost(id, { status: 'published' });
  const texts = await acceptedTexts();
  for (const { text } of posts) expect(texts.filter((each) => each === text)).toHaveLength(1);
});

test('a post waits for the account that was connected when it was accepted, else for the one that is connected when it is due', async () => {
  const later = await stack.createWorkspace();
  const disconnect = async (profileId: string | undefined) => {
    const { status } = await later.api('POST', '/api/connect/profnet/disconnect', { body: { profileId } });
    expect(status).toBe(201);
  };
  const dueAt = far();
  const unconnected = await schedule(later, {}, dueAt);
  const { body: profile } = await later.api('POST', '/api/profiles', { body: { name: 'Replaced' } });
  await later.connect('profnet', profile.profile.id);
  const replaced = await schedule(later, { profile: profile.profile.slug }, dueAt);
  const [gone] = await addAccounts(later, 1);
  const disconnected = await schedule(later, { profile: gone?.slug }, dueAt);

  await later.connect('profnet');
  await stack.sandbox.addAccount({ network: 'linkedin', username: 'second_account', name: 'Second' });
  await stack.sandbox.settings({ authorizeAs: 'second_account' });
  await disconnect(profile.profile.id);
  await later.connect('profnet', profile.profile.id);
  await stack.sandbox.settings({ authorizeAs: 'sandbox_owner' });
  await disconnect(gone?.id);
  expect((await later.readPost(unconnected.id)).platformResults).toEqual({});

  await bringForward(dueAt);
  await later.untilPost(unconnected.id, { platformResults: { profnet: { ok: true } } });
  for (const { id, text } of [replaced, disconnected]) {
    await later.untilPost(id, { platformResults: { profnet: { ok: false, code: 'not_connected', credits: 0 } } });
    expect((await stack.sandbox.posts('linkedin')).filter((sent) => sent.text === text)).toEqual([]);
  }
});

test('posts of two profiles with one account go out one after another, in the order of their times', async () => {
  const shared = await stack.createWorkspace({ connect: ['profnet'] });
  const { profile } = (await shared.api('POST', '/api/profiles', { body: { name: 'Same account' } })).body;
  await shared.connect('profnet', profile.id);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times: 6, delayMs: 100 });
  const dueAt = far();
  const posts: { id: string; text: string }[] = [];
  for (let place = 0; place < 6; place += 1) {
    const by = place % 2 === 0 ? {} : { profile: profile.slug };
    posts.push(await schedule(shared, by, dueAt + place * 50));
  }
  await bringForward(dueAt);
  for (const { id } of posts) await shared.untilPost(id, { status: 'published' });
  const sent = await stack.query(
    `select post_id, sent_at, updated_at from post_target where post_id in (${posts.map(({ id }) => `'${id}'`)}) order by sent_at`,
  );
  expect(sent.map((row) => row['post_id'])).toEqual(posts.map(({ id }) => id));
  const overlaps = sent.filter(
    (row, place) => place > 0 && String(row['sent_at']) < String(sent[place - 1]?.['updated_at']),
  );
  expect(overlaps).toEqual([]);
});

test('a workspace with many posts at a slow network does not delay the post of another', async () => {
  const crowded = await stack.createWorkspace();
  // One server sends at most 30 posts of a workspace at a time.
  const profiles = await addAccounts(crowded, 32);
  const neighbour = await stack.createWorkspace({ connect: ['profnet'] });
  const dueAt = far();
  const crowd = await Promise.all(profiles.map(({ slug }) => schedule(crowded, { profile: slug }, dueAt)));
  const post = await schedule(neighbour, {}, dueAt + 300);
  // The network takes no post of the crowd before the neighbour's.
  const sent = Promise.withResolvers<void>();
  proxy.intercept = async ({ path, body }) => {
    if (body.includes(post.text)) sent.resolve();
    else if (path.endsWith('/rest/posts')) await sent.promise;
    return undefined;
  };
  await bringForward(dueAt);
  const texts = [...crowd, post].map(({ text }) => text);
  await vi.waitFor(async () => {
    expect((await acceptedTexts()).filter((text) => texts.includes(text))).toHaveLength(texts.length);
  }, 60_000);
  const ids = (posts: readonly { id: string }[]) => posts.map(({ id }) => `'${id}'`).join();
  const begun = (posts: readonly { id: string }[]) =>
    stack.query(`select sent_at from post_target where post_id in (${ids(posts)}) order by sent_at`);
  const [[own], others] = [await begun([post]), await begun(crowd)];
  const senders = await stack.query(`select distinct worker_id from post_target where post_id in (${ids(crowd)})`);
  // Other servers send the rest of them, or it is begun after the neighbour's post.
  expect(senders.length > 1).toBe(replicas.length > 0);
  if (replicas.length === 0) expect(String(own?.['sent_at']) < String(others.at(-1)?.['sent_at'])).toBe(true);
  // None of them has waited in vain.
  for (const { id } of crowd)
    await crowded.untilPost(id, { status: 'published', platformResults: { profnet: { ok: true } } });
});

test('a channel that a living server has leased in the database and does not use is given back', async () => {
  if (dialectUnderTest() === 'sqlite') {
    // The only server of a file knows its leases itself, and its rows name no worker.
    expect(await stack.query('select * from channel where worker_id is not null')).toEqual([]);
    return;
  }
  const [worker] = await stack.query('select id from worker limit 1');
  const [target] = await stack.query('select * from post_target where channel is not null limit 1');
  await stack.query(
    `insert into channel (id, workspace_id, worker_id) values ('${target?.['channel']}', '${target?.['workspace_id']}', '${worker?.['id']}')
      on conflict (id) do update set worker_id = excluded.worker_id`,
  );
  await vi.waitFor(
    async () => expect(await stack.query('select * from channel where worker_id is not null')).toEqual([]),
    15_000,
  );
});

test('rows that say that something is due which has ended or was moved send nothing, and keep nothing else from being sent', async () => {
  const ended = await schedule(workspace, {}, Date.now() + 60_000);
  const past = new Date(Date.now() - 60_000).toISOString();
  const moved = await schedule(workspace, {}, Date.now() + 60_000);
  const { body: published } = await workspace.publish({ text: uniqueText('Ended'), platforms: ['profnet'] });
  await stack.query(`update post set status = 'canceled', due_at = null where id = '${ended.id}'`);
  await stack.query(`update post_platform set due_at = '${past}' where post_id in ('${ended.id}', '${moved.id}')`);
  await stack.query(`update post_target set due_at = '${past}' where post_id = '${published.id}'`);
  const next = await schedule(workspace, {}, Date.now() + 300);
  await workspace.untilPost(next.id, { platformResults: { profnet: { ok: true } } });
  const texts = await acceptedTexts();
  expect(texts).not.toContain(ended.text);
  expect(texts).not.toContain(moved.text);
  expect((await workspace.readPost(moved.id)).status).toBe('scheduled');
  expect(texts.filter((text) => text === published.text)).toHaveLength(1);
});

test('a post that cannot be begun is put off, and its channel is not due meanwhile', async () => {
  const broken = await schedule(workspace, {}, Date.now() + 60_000);
  const next = await schedule(workspace, {}, Date.now() + 1_500);
  const past = new Date(Date.now() - 1_000).toISOString();
  await stack.query(`update post set meta = '{', due_at = '${past}' where id = '${broken.id}'`);
  await stack.query(`update post_platform set due_at = '${past}' where post_id = '${broken.id}'`);
  const dueAgain = async () => {
    const [row] = await stack.query(`select due_at from post_platform where post_id = '${broken.id}'`);
    const [due] = await stack.query(
      `select next_due from channel where next_due <= '${new Date().toISOString()}' and worker_id is null`,
    );
    return { isPutOff: String(row?.['due_at']) > past, isChannelDue: due !== undefined };
  };
  await vi.waitFor(async () => expect(await dueAgain()).toEqual({ isPutOff: true, isChannelDue: false }), 20_000);
  await workspace.untilPost(next.id, { platformResults: { profnet: { ok: true } } });
  await stack.query(`update post set meta = '{}' where id = '${broken.id}'`);
  await workspace.untilPost(broken.id, { platformResults: { profnet: { ok: true } } });
});

test('posts whose sending the database fails keep their places, and are sent as soon as it works', async () => {
  const isFirst = "new.state = 'sending' and new.attempt = 1";
  if (dialectUnderTest() === 'sqlite') {
    await stack.query(
      `create trigger refuse before update on post_target when ${isFirst} begin select raise(abort, 'broken'); end`,
    );
  } else {
    const raise = "begin raise exception 'broken'; end";
    await stack.query(`create function refuse() returns trigger language plpgsql as $$ ${raise} $$`);
    const each = `for each row when (${isFirst}) execute function refuse()`;
    await stack.query(`create trigger refuse before update on post_target ${each}`);
  }
  const dueAt = Date.now() + 500;
  const posts = [await schedule(workspace, {}, dueAt), await schedule(workspace, {}, dueAt + 1)];
  for (const { id } of posts) await workspace.untilPost(id, { platformResults: { profnet: { ok: true } } });
  await stack.query(`drop trigger refuse${dialectUnderTest() === 'sqlite' ? '' : ' on post_target'}`);
  const texts = posts.map(({ text }) => text);
  expect((await acceptedTexts()).filter((text) => texts.includes(text))).toEqual(texts);
});

test('a lease that could not be taken because the database failed is free afterwards', async () => {
  const publish = async () => (await workspace.publish({ text: uniqueText('Failing'), platforms: ['profnet'] })).body;
  await stack.query('alter table channel rename to channel_away');
  const failed = await publish();
  await stack.query('alter table channel_away rename to channel');
  // SQLite takes a lease without the table.
  expect(failed.platformResults === undefined).toBe(dialectUnderTest() === 'postgres');
  expect((await publish()).platformResults.profnet).toMatchObject({ ok: true });
});
