import { setTimeout as delay } from 'node:timers/promises';
import type { AcceptedPost } from '@social/sandbox';
import { useResource, type Workspace } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { createCrashWorld, type RunningServer } from '../../crash/crash-world.ts';

const ACCOUNTS = 20;
const POSTS = 400;
const HOUR_MS = 3_600_000;
const STILL_AT_MOST_MS = 20_000;
/** Limit for a busy machine; the benchmark measures the lateness on an idle one. */
const LATE_AT_MOST_MS = 15_000;
const ANSWERED_WITHIN_MS = 8_000;

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
  const earlierMs = far - Date.now() - 1_000;
  const earlier = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${earlierMs / 1000} seconds')`;
  await world.query(`update post set due_at = ${earlier('due_at')} where status = 'scheduled'`);
  await world.query(`update post_platform set due_at = ${earlier('due_at')} where due_at is not null`);
  await world.query(`update turn set next_due = ${earlier('next_due')}`);
  return posts.map((post) => ({ ...post, dueAt: post.dueAt - earlierMs }));
}

/** Returns the time it took, in milliseconds. @throws Error when posts remain open and no post was published for a while */
async function untilAllArePublished(): Promise<number> {
  const begun = performance.now();
  let progress = { open: POSTS, at: begun };
  for (;;) {
    const open = (await world.query("select id from post where status in ('scheduled', 'publishing')")).length;
    if (open === 0) return performance.now() - begun;
    if (open < progress.open) progress = { open, at: performance.now() };
    if (performance.now() - progress.at > STILL_AT_MOST_MS) throw new Error(`${open} posts are not published`);
    await delay(100);
  }
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

test('400 posts of 20 accounts that are due within four seconds go out once, in order and in time', async () => {
  const posts = await scheduleWithin('Spread', 4_000);
  const tookMs = await untilAllArePublished();
  const lateness = (await expectOnceAndInOrder(posts)).sort((a, b) => a - b);
  expect(lateness[0]).toBeGreaterThanOrEqual(0);
  expect(lateness[Math.floor(POSTS * 0.99)]).toBeLessThan(Math.max(LATE_AT_MOST_MS, tookMs));
});

test('400 posts that are due in the same second go out once and in order while others are answered', async () => {
  const posts = await scheduleWithin('Burst', 1_000);
  const draining = new AbortController();
  const [tookMs, slowest] = await Promise.all([
    untilAllArePublished().finally(() => draining.abort()),
    slowestAnswer(draining.signal),
  ]);
  await expectOnceAndInOrder(posts);
  // Answers do not wait for the posts, but on a slow machine an answer may take seconds.
  expect(slowest).toBeLessThan(Math.max(ANSWERED_WITHIN_MS, tookMs / 2));
});

/** Begins twenty reads per second until the signal aborts, without waiting for earlier answers. */
async function slowestAnswer(signal: AbortSignal): Promise<number> {
  const answers: Promise<number>[] = [];
  while (!signal.aborted) {
    const asked = performance.now();
    const answer = workspace.api('GET', '/api/v1/posts?limit=5').then(() => performance.now() - asked);
    // One that fails is reported below, with the others.
    answer.catch(() => undefined);
    answers.push(answer);
    await delay(50);
  }
  return Math.max(...(await Promise.all(answers)));
}
