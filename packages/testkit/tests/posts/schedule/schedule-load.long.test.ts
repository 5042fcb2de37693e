import type { AcceptedPost } from '@social/sandbox';
import { useResource, type Workspace } from '@social/testkit';
import { beforeAll, expect, test, vi } from 'vitest';
import { createCrashWorld, type RunningServer } from '../../crash/crash-world.ts';

const ACCOUNTS = 20;
const POSTS = 400;
const HOUR_MS = 3_600_000;

const world = useResource(() => createCrashWorld({ workspaces: 1 }));
let server: RunningServer;
let workspace: Workspace;
const slugs: string[] = [];

beforeAll(async () => {
  server = await world.start();
  workspace = server.workspaces[0] as Workspace;
  for (let index = 0; index < ACCOUNTS; index += 1) await addProfile(`account_${index}`);
});

async function addProfile(username: string): Promise<void> {
  const { body } = await workspace.api('POST', '/api/profiles', { body: { name: username } });
  await world.sandbox.addAccount({ network: 'linkedin', username, name: username });
  await world.sandbox.settings({ authorizeAs: username });
  await workspace.connect('profnet', body.profile.id);
  slugs.push(body.profile.slug);
}

interface Planned {
  readonly account: number;
  readonly text: string;
  readonly dueAt: number;
}

/** Stores posts of all accounts in turn, due within so many milliseconds of about now. */
async function scheduleWithin(name: string, withinMs: number): Promise<Planned[]> {
  const far = Date.now() + HOUR_MS;
  const posts = Array.from({ length: POSTS }, (_, index) => ({
    account: index % ACCOUNTS,
    text: `${name} ${index}`,
    dueAt: far + Math.floor((index * withinMs) / POSTS),
  }));
  const byAccount = [...Map.groupBy(posts, ({ account }) => account).values()];
  await Promise.all(
    byAccount.map(async (own) => {
      for (const { account, text, dueAt } of own) {
        const scheduledFor = new Date(dueAt).toISOString();
        const body = { text, platforms: ['profnet'], profile: slugs[account], scheduledFor };
        expect((await workspace.publish(body)).status).toBe(201);
      }
    }),
  );
  // The due times are moved here only after all posts are stored, so that no post is due earlier.
  const soon = Date.now() + 1_000;
  const earlierMs = far - soon;
  const earlier = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${earlierMs / 1000} seconds')`;
  await world.query(`update post set due_at = ${earlier('due_at')} where status = 'scheduled'`);
  await world.query(`update post_platform set due_at = ${earlier('due_at')} where due_at is not null`);
  await world.query(`update channel set next_due = ${earlier('next_due')}`);
  return posts.map((post) => ({ ...post, dueAt: post.dueAt - earlierMs }));
}

async function untilAllArePublished(): Promise<void> {
  const open = () => world.query("select id from post where status in ('scheduled', 'publishing')");
  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 120_000, interval: 100 });
}

/** Compares the posts with what the network accepted. Returns the lateness of each post in milliseconds. */
async function expectOnceAndInOrder(posts: readonly Planned[]): Promise<number[]> {
  const texts = new Set(posts.map(({ text }) => text));
  const accepted = (await world.sandbox.posts('linkedin')).filter(({ text }) => texts.has(text));
  const byAccount = Map.groupBy(accepted, ({ account }) => account);
  for (const [account, own] of Map.groupBy(posts, (post) => post.account)) {
    expect(byAccount.get(`account_${account}`)?.map(({ text }) => text)).toEqual(own.map(({ text }) => text));
  }
  const byText = new Map<string, AcceptedPost>(accepted.map((post) => [post.text, post]));
  return posts.map(({ text, dueAt }) => Date.parse(byText.get(text)?.createdAt ?? '') - dueAt);
}

test('400 posts of 20 accounts that are due within four seconds go out once, in order and not too early', async () => {
  const posts = await scheduleWithin('Spread', 4_000);
  await untilAllArePublished();
  expect(Math.min(...(await expectOnceAndInOrder(posts)))).toBeGreaterThanOrEqual(0);
});

test('400 posts that are due in the same second go out once and in order while others are answered', async () => {
  const posts = await scheduleWithin('Burst', 1_000);
  let isDone = false;
  const publishing = untilAllArePublished().finally(() => {
    isDone = true;
  });
  let answers = 0;
  for (; !isDone; answers += 1) expect((await workspace.api('GET', '/api/v1/posts?limit=5')).status).toBe(200);
  await publishing;
  await expectOnceAndInOrder(posts);
  expect(answers).toBeGreaterThan(10);
});
