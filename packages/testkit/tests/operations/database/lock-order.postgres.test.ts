import { randomBytes } from 'node:crypto';
import { type Stack, uniqueText, useStack } from '@social/testkit';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { runServer, temporaryDirectory } from '../../../src/programs/server-process.ts';

// Transactions that lock the same rows in two orders wait for each other in a circle, and Postgres ends one of them.
const key = randomBytes(32).toString('base64');
const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'], env: { SOCIAL_SECRET_KEYS: key } });

/** Runs work beside a transaction, which has locked one row when the work begins and then locks another. */
async function besideLocks<Result>(first: string, then: string, work: () => Promise<Result>): Promise<Result> {
  await using other = await openClient(stack);
  await other.query('begin');
  await other.query(first);
  const working = work();
  await vi.waitFor(async () => expect((await waiting(stack)).length).toBeGreaterThan(0), 30_000);
  await other.query(then);
  await other.query('commit');
  return working;
}

async function openClient({ databaseUrl }: Stack) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Statements that wait for a lock. */
const waiting = ({ query }: Stack) =>
  query("select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");

/** Locks the channel at a place in the order of their ids, in which transactions lock several. */
const channel = (place: number) => `select next_due from channel order by id limit 1 offset ${place} for update`;

async function schedule(platform: string, inMs: number): Promise<string> {
  const post = { text: uniqueText('Locks'), platforms: [platform], scheduledFor: new Date(Date.now() + inMs) };
  return (await workspace.publish(post)).body.id;
}

test('release waits for a transaction that leases several channels', async () => {
  await schedule('profnet', 600_000);
  await schedule('microblog', 700_000);
  await stack.query("update post set held_at = created_at where status = 'scheduled'");
  using directory = temporaryDirectory();
  const env = {
    SOCIAL_DATABASE_URL: stack.databaseUrl ?? '',
    SOCIAL_SECRET_KEYS: key,
    SOCIAL_DATA_DIR: directory.path,
  };
  const released = await besideLocks(channel(0), channel(1), () =>
    runServer(['release', '--json'], env, { stopAfterMs: 40_000 }),
  );
  expect(released).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(released.stdout)).toMatchObject({ later: 2 });
});

test('a publish to several platforms waits for a transaction that leases their channels', async () => {
  const post = { text: uniqueText('Locks'), platforms: ['microblog', 'profnet'] };
  const published = await besideLocks(channel(0), channel(1), () => workspace.publish(post));
  expect(published).toMatchObject({ status: 201, body: { status: 'published' } });
});

test('the deletion of a profile waits for a transaction that ends one of its posts', async () => {
  const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Deleted' } })).body;
  await workspace.connect('profnet', profile.id);
  const post = { text: uniqueText('Locks'), platforms: ['profnet'], profile: profile.slug };
  const { body } = await workspace.publish({ ...post, scheduledFor: new Date(Date.now() + 600_000) });
  const deleted = await besideLocks(
    `select id from post where id = '${body.id}' for update`,
    `select id from workspace where id = '${workspace.workspaceId}' for update`,
    () => workspace.api('DELETE', `/api/profiles/${profile.id}`),
  );
  expect(deleted.status).toBe(200);
  expect((await workspace.readPost(body.id)).status).toBe('canceled');
});
