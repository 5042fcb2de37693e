import { sandboxApp, sandboxSeed } from '@social/sandbox';
import { createLogger, readConfig } from '@social/server';
import { createTestClock, uniqueText, useResource, useStack, type Workspace } from '@social/testkit';
import { beforeEach, expect, test } from 'vitest';
import { createPlanDailyReadings } from '../../../server/src/services/counters/plan-daily-readings.ts';
import { createPlatforms } from '../../../server/src/services/networks/platforms.ts';
import { openDatabase } from '../../../server/src/store/database/open.ts';

const HOUR_MS = 3_600_000;
/** Platforms whose networks tell counters for nothing. */
const COUNTED = ['bluesky', 'chatbot', 'mastodon', 'photonet', 'shortvideo', 'socialnet', 'video'];
const { stack } = useStack();
/** Several looks of one process, which the loop of a server makes an hour apart. */
const process = useResource(async () => {
  const path = `${stack.dataDir}/social.db`;
  const url = stack.databaseUrl;
  const db = openDatabase(url === undefined ? { dialect: 'sqlite', path } : { dialect: 'postgres', url });
  const platforms = createPlatforms(readConfig({ SOCIAL_DATA_DIR: stack.dataDir }).platforms, {
    ...{ url: stack.sandboxUrl, ...sandboxApp },
  });
  return { db, platforms, [Symbol.asyncDispose]: () => db.destroy() };
});
const clock = createTestClock(new Date().toISOString());
const log: string[] = [];
const logger = createLogger('debug', { write: (line) => log.push(line) });
let plan: () => Promise<void>;

beforeEach(() => {
  const planned = createPlanDailyReadings({ ...process, clock, logger });
  plan = () => planned(new AbortController().signal);
});

const rowsOf = ({ workspaceId }: Workspace) =>
  stack.query(`select target_id from counter_reading where workspace_id = '${workspaceId}'`);

async function publish(workspace: Workspace): Promise<string> {
  const { body } = await workspace.publish({ text: uniqueText('Planned'), platforms: ['bluesky'] });
  expect(body.outcome).toBe('published');
  return body.id;
}

/** Makes the steps of a post look as if another machine had stored them some hours ago. */
async function age(postId: string, hours: number): Promise<void> {
  const time = (Date.now() - hours * HOUR_MS).toString(16).padStart(12, '0');
  const start = `${time.slice(0, 8)}-${time.slice(8)}`;
  await stack.query(`update post_event set id = '${start}' || substr(id, 14) where post_id = '${postId}'`);
}

test('a process looks a week back at first and once a day, and to an hour before its last look in the hours between', async () => {
  const workspace = await stack.createWorkspace({ connect: ['bluesky'] });
  await age(await publish(workspace), 6 * 24);
  await plan();
  expect(await rowsOf(workspace)).toHaveLength(1);
  await publish(workspace);
  await age(await publish(workspace), 2);
  clock.advance(HOUR_MS - 1);
  await plan();
  expect(await rowsOf(workspace)).toHaveLength(1);
  clock.advance(1);
  await plan();
  expect(await rowsOf(workspace)).toHaveLength(2);
  clock.advance(23 * HOUR_MS);
  await plan();
  expect(await rowsOf(workspace)).toHaveLength(3);
});

test('a workspace that fails stops no other one, and is looked at again as far back', async () => {
  const workspaces = [
    await stack.createWorkspace({ connect: ['bluesky'] }),
    await stack.createWorkspace({ connect: ['bluesky'] }),
    await stack.createWorkspace({ connect: ['bluesky'] }),
  ] as const;
  for (const workspace of workspaces) await age(await publish(workspace), 2);
  const { workspaceId } = workspaces[1];
  await age(await publish(workspaces[1]), 2);
  // The database refuses the second reading of this workspace.
  await stack.query(
    `create unique index single_reading on counter_reading (workspace_id) where workspace_id = '${workspaceId}'`,
  );
  await plan();
  expect((await Promise.all(workspaces.map(rowsOf))).map(({ length }) => length)).toEqual([1, 0, 1]);
  expect(log.filter((line) => line.includes(workspaceId))).toEqual([
    expect.stringContaining('could not plan the readings of the posts of a workspace'),
  ]);
  await stack.query('drop index single_reading');
  clock.advance(HOUR_MS);
  await plan();
  expect(await rowsOf(workspaces[1])).toHaveLength(2);
});

test('a page of posts that went to all networks is planned', async () => {
  const workspace = await stack.createWorkspace({ connect: COUNTED.filter((platform) => platform !== 'chatbot') });
  const { id: webhook, token } = sandboxSeed.discord.webhook;
  const body = { webhookUrl: `${stack.sandboxUrl}/discord/api/webhooks/${webhook}/${token}` };
  expect((await workspace.api('POST', '/api/connect/chatbot/token', { body })).status).toBe(201);
  const id = await publish(workspace);
  const number =
    '(with recursive number(n) as (select 1001 union all select n + 1 from number where n < 1500) select n from number) numbers';
  const copy = async (table: string, from: string, others: Record<string, string>) => {
    const of = `${table}.${table === 'post' ? 'id' : 'post_id'} = '${id}'`;
    const [row = {}] = await stack.query(`select * from ${table} where ${of} limit 1`);
    const columns = Object.keys(row);
    const values = columns.map((name) => others[name] ?? `${table}.${name}`);
    await stack.query(`insert into ${table} (${columns}) select ${values} from ${table}, ${from} where ${of}`);
  };
  const post = `'${id}-' || n`;
  const platforms = COUNTED.map((platform) => `select '${platform}' as at`).join(' union all ');
  await copy('post', number, { id: post });
  await copy('post_target', `${number}, (${platforms}) platforms`, {
    ...{ id: `post_target.id || '-' || at || '-' || n`, post_id: post, platform: 'at', target: 'at' },
  });
  await copy('post_event', number, { id: `post_event.id || '-' || n`, post_id: post });
  await plan();
  expect(await rowsOf(workspace)).toHaveLength(500 * COUNTED.length + 1);
});
