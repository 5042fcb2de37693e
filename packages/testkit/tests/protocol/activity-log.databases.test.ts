import { uniqueText, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';

const ENTRIES = 7;

const { stack, workspace } = useStack();

beforeAll(async () => {
  for (let number = 1; number <= ENTRIES; number += 1) {
    await workspace.api('POST', '/api/profiles', { body: { name: `Profile ${number}` } });
  }
});

async function read(query = '', by = workspace) {
  return (await by.api('GET', `/api/logs${query}`)).body;
}

const names = ({ logs }: { logs: { profileName: string }[] }) => logs.map(({ profileName }) => profileName);
const newestFirst = Array.from({ length: ENTRIES }, (_, index) => `Profile ${ENTRIES - index}`);

test('entries come newest first with the defaults limit 50 and offset 0', async () => {
  const page = await read();
  expect(page).toMatchObject({ total: ENTRIES, limit: 50, offset: 0 });
  expect(names(page)).toEqual(newestFirst);
  expect(page.logs[0]).toMatchObject({ action: 'profile.created', platform: null, status: 'success' });
});

test.each([
  ['?limit=3', 0, 3],
  ['?limit=3&offset=3', 3, 6],
  ['?limit=3&offset=6', 6, 7],
  ['?limit=200', 0, 7],
  ['?offset=6', 6, 7],
  ['?offset=7', 7, 7],
  ['?offset=9007199254740991', 7, 7],
])('%s lists the page from %i to %i, with the exact total', async (query, from, to) => {
  const page = await read(query);
  expect(names(page)).toEqual(newestFirst.slice(from, to));
  expect(page.total).toBe(ENTRIES);
});

test.each([
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=NaN', 'offset'],
  ['offset=1e18', 'offset'],
  ['offset=9007199254740992', 'offset'],
  ['offset=99999999999999999999', 'offset'],
  ['action=post.sent', 'action'],
  ['platform=x', 'platform'],
  ['status=ok', 'status'],
  ['status=', 'status'],
])('?%s is refused naming the parameter', async (query, field) => {
  const { status, body } = await workspace.api('GET', `/api/logs?${query}`);
  expect([status, body.details.field]).toEqual([400, field]);
});

test('the total stays exact when many entries are written at once', async () => {
  const busy = await stack.createWorkspace();
  const calls = Array.from({ length: 15 }, (_, index) =>
    busy.publish({ text: `Post ${index}`, platforms: ['video', 'chatbot'] }),
  );
  await Promise.all(calls);
  const page = await read('?limit=200', busy);
  expect(page.total).toBe(30);
  expect(page.logs).toHaveLength(30);
  expect(new Set(page.logs.map(({ id }: { id: string }) => id)).size).toBe(30);
});

test('every kind of change is logged', async () => {
  const fresh = await stack.createWorkspace({ connect: ['profnet'] });
  await fresh.publish({ text: uniqueText('Logged'), platforms: ['profnet'] });
  await fresh.api('POST', '/api/connect/profnet/disconnect');
  const { profile } = (await fresh.api('POST', '/api/profiles', { body: { name: 'Brief' } })).body;
  await fresh.api('DELETE', `/api/profiles/${profile.id}`);
  const { logs } = await read('', fresh);
  expect(logs.map(({ action, platform }: { action: string; platform: string }) => [action, platform])).toEqual([
    ['profile.deleted', null],
    ['profile.created', null],
    ['platform.disconnected', 'profnet'],
    ['post.published', 'profnet'],
    ['platform.connected', 'profnet'],
  ]);
});

describe('filters', () => {
  test('every combination finds exactly the matching entries page by page, with the exact total', async () => {
    const fresh = await stack.createWorkspace({ connect: ['profnet'] });
    for (const platforms of [['profnet', 'video'], ['chatbot'], ['video', 'microblog']]) {
      await fresh.publish({ text: uniqueText('Filtered'), platforms });
    }
    await fresh.api('POST', '/api/connect/profnet/disconnect');
    const all: Record<string, string | null>[] = (await read('?limit=200', fresh)).logs;
    for (const action of [undefined, 'post.published', 'platform.connected', 'profile.deleted']) {
      for (const platform of [undefined, 'profnet', 'video', 'shortvideo']) {
        for (const status of [undefined, 'success', 'failed', 'missed']) {
          const filters = Object.entries({ action, platform, status }).filter(([, value]) => value !== undefined);
          const expected = all.filter((entry) => filters.every(([name, value]) => entry[name] === value));
          for (let offset = 0; offset <= expected.length; offset += 2) {
            const query = new URLSearchParams([
              ...(filters as [string, string][]),
              ['limit', '2'],
              ['offset', `${offset}`],
            ]);
            const { logs, total } = await read(`?${query}`, fresh);
            expect([logs, total], `${query}`).toEqual([expected.slice(offset, offset + 2), expected.length]);
          }
        }
      }
    }
  });

  test('a profile has its posts, drafts, connections and slots, and nothing of the workspace', async () => {
    const fresh = await stack.createWorkspace({ connect: ['profnet'] });
    const { profile } = (await fresh.api('POST', '/api/profiles', { body: { name: 'Brand' } })).body;
    await fresh.connect('profnet', profile.id);
    const content = { text: uniqueText('Of a profile'), platforms: ['profnet'] };
    await fresh.publish({ ...content, profile: 'brand' });
    await fresh.publish({ ...content, text: uniqueText('Refused'), profile: 'brand', platforms: ['video'] });
    await fresh.publish(content);
    const later = { ...content, profile: 'brand', scheduledFor: new Date(Date.now() + 3_600_000).toISOString() };
    const { body: scheduled } = await fresh.api('POST', '/api/v1/posts', { body: later });
    await fresh.api('DELETE', `/api/v1/posts/${scheduled.id}`);
    await fresh.api('POST', '/api/v1/drafts', { body: { ...content, profile: 'brand' } });
    expect((await fresh.api('POST', '/api/invitations', { body: { role: 'writer' } })).status).toBe(201);
    const { logs, total } = await read('?profile=brand', fresh);
    expect(total).toBe(6);
    expect(new Set(names({ logs }))).toEqual(new Set(['Brand']));
    expect(logs.map(({ action, status }: Record<string, string>) => `${action} ${status}`)).toEqual([
      'draft.created success',
      'post.published canceled',
      'post.published failed',
      'post.published success',
      'platform.connected success',
      'profile.created success',
    ]);
    expect((await read('?profile=brand&status=failed&limit=1', fresh)).logs).toEqual([logs[2]]);
    expect(await read('?profile=nowhere', fresh)).toMatchObject({ logs: [], total: 0 });
  });

  test('the pages and totals of a long log are exact', async () => {
    const fresh = await stack.createWorkspace();
    const entries = 120_000;
    await stack.query(`update workspace set log_count = ${entries} where id = '${fresh.workspaceId}'`);
    await stack.query(`insert into activity_log
      (id, workspace_id, seq, action, profile_name, status, metadata, created_at)
      with recursive number(n) as (select 1 union all select n + 1 from number where n < ${entries})
      select '00000000-0000-7000-8000-' || (100000000000 + n), '${fresh.workspaceId}', n,
        'post.published', 'Profile ' || n, case when n % 7 = 0 then 'failed' else 'success' end, '{}',
        '2027-01-01T00:00:00.000Z' from number`);
    await stack.query(`update activity_log set profile_id = '${fresh.profileId}'
      where workspace_id = '${fresh.workspaceId}' and seq % 7 = 0`);
    const failed = Array.from(
      { length: Math.floor(entries / 7) },
      (_, index) => `Profile ${(index + 1) * 7}`,
    ).reverse();
    for (const offset of [0, 7_000, 7_142, 14_280, failed.length - 3, failed.length]) {
      const page = await read(`?status=failed&limit=200&offset=${offset}`, fresh);
      expect(page.total).toBe(failed.length);
      expect(names(page)).toEqual(failed.slice(offset, offset + 200));
      expect(await read(`?profile=default&limit=200&offset=${offset}`, fresh)).toEqual(page);
    }
  });
});

test('one workspace does not see the log of another', async () => {
  const other = await stack.createWorkspace();
  expect(await read('', other)).toMatchObject({ logs: [], total: 0 });
});

test('the log needs a key', async () => {
  expect((await stack.anonymous('GET', '/api/logs')).status).toBe(401);
});
