import { randomUUID } from 'node:crypto';
import { createTestClock, uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';
import { createRandom } from '../crash/random.ts';

interface Day {
  readonly date: string;
  readonly credits: number;
  readonly platforms: Record<string, number>;
}

interface Charge {
  readonly at: string;
  readonly amount: number;
  readonly platform?: string | undefined;
  readonly action?: string;
}

const { stack, clock } = useStack({ clock: createTestClock('2026-10-27T12:00:00.000Z') });

/** Makes a workspace whose ledger has these charges, in addition to the grant of its plan. */
async function spent(charges: readonly Charge[]): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  const rows = charges.map(({ at, amount, platform, action = 'post.published' }) => {
    const metadata = JSON.stringify(platform === undefined ? {} : { platform });
    const id = randomUUID();
    return `('${id}', '${workspace.workspaceId}', ${amount}, '${action}', '${id}', '${metadata}', '${at}')`;
  });
  const columns = 'id, workspace_id, amount, action, operation_id, metadata, created_at';
  await stack.query(`insert into ledger_entry (${columns}) values ${rows.join(', ')}`);
  return workspace;
}

async function daysOf({ api }: Workspace, query = ''): Promise<Day[]> {
  const { status, body } = await api('GET', `/api/usage/spending${query}`);
  expect(status).toBe(200);
  return body.days;
}

test('charges of posts and actions are listed by platform; grants are not', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const body = { text: uniqueText('Spent'), platforms: ['profnet', 'microblog', 'video'] };
  await workspace.publish(body);
  await workspace.api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' } });
  await stack.grant(workspace, 50);
  const { timeZone, days } = (await workspace.api('GET', '/api/usage/spending')).body;
  expect([timeZone, days.length]).toEqual(['UTC', 30]);
  expect(days[0]).toEqual({ date: '2026-09-28', credits: 0, platforms: {} });
  expect(days.at(-1)).toEqual({ date: '2026-10-27', credits: 5, platforms: { microblog: 4, profnet: 1 } });
});

test('lapsed credits do not count as spent, and charges without a platform count only in the sum', async () => {
  const at = '2026-10-27T10:00:00.000Z';
  const workspace = await spent([
    { at, amount: -400, action: 'credits.lapsed' },
    { at, amount: 500, action: 'credits.granted' },
    { at, amount: -2 },
    { at, amount: -3, platform: 'microblog' },
  ]);
  expect(await daysOf(workspace, '?days=1')).toEqual([{ date: '2026-10-27', credits: 5, platforms: { microblog: 3 } }]);
});

test('the day on which the clocks go back has 25 hours', async () => {
  const workspace = await spent([
    { at: '2026-10-24T21:59:59.999Z', amount: -1 },
    { at: '2026-10-24T22:00:00.000Z', amount: -10 },
    { at: '2026-10-25T22:59:59.999Z', amount: -100 },
    { at: '2026-10-25T23:00:00.000Z', amount: -1_000 },
  ]);
  const days = await daysOf(workspace, '?days=4&timeZone=Europe/Berlin');
  expect(days.map(({ date, credits }) => [date, credits])).toEqual([
    ['2026-10-24', 1],
    ['2026-10-25', 110],
    ['2026-10-26', 1_000],
    ['2026-10-27', 0],
  ]);
});

test('a time zone with an offset of 45 minutes has its own today', async () => {
  clock.set('2026-10-27T18:20:00.000Z');
  const workspace = await spent([
    { at: '2026-10-27T18:14:59.999Z', amount: -1, platform: 'profnet' },
    { at: '2026-10-27T18:15:00.000Z', amount: -2, platform: 'profnet' },
  ]);
  expect(await daysOf(workspace, '?days=2&timeZone=Asia/Kathmandu')).toEqual([
    { date: '2026-10-27', credits: 1, platforms: { profnet: 1 } },
    { date: '2026-10-28', credits: 2, platforms: { profnet: 2 } },
  ]);
});

test('the days add up to the charges in every time zone', async () => {
  const random = createRandom(11);
  const now = clock.now();
  const charges = Array.from({ length: 400 }, () => ({
    at: new Date(now - random.between(0, 100 * 86_400_000)).toISOString(),
    amount: -random.between(1, 9),
    ...random.pick([{ platform: 'profnet' }, { platform: 'microblog' }, {}]),
  }));
  const workspace = await spent(charges);
  for (const timeZone of ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Kiritimati']) {
    const dateOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    const days = await daysOf(workspace, `?days=92&timeZone=${timeZone}`);
    expect([days.length, days.at(-1)?.date]).toEqual([92, dateOf.format(now)]);
    for (const { date, credits, platforms } of days) {
      const onThatDay = charges.filter(({ at }) => dateOf.format(Date.parse(at)) === date);
      const sumOf = (some: readonly Charge[]) => some.reduce((sum, { amount }) => sum - amount, 0);
      expect(credits).toBe(sumOf(onThatDay));
      for (const name of ['profnet', 'microblog']) {
        expect(platforms[name] ?? 0).toBe(sumOf(onThatDay.filter(({ platform }) => platform === name)));
      }
    }
  }
});

test.each([
  ['timeZone=Mars/Olympus', 'timeZone'],
  ['timeZone=%2B05:45', 'timeZone'],
  ['timeZone=', 'timeZone'],
  ['timeZone=Europe/Berlin&timeZone=UTC', 'timeZone'],
  ['days=0', 'days'],
  ['days=93', 'days'],
  ['days=1.5', 'days'],
])('?%s is refused naming the parameter', async (query, field) => {
  const workspace = await stack.createWorkspace();
  const { status, body } = await workspace.api('GET', `/api/usage/spending?${query}`);
  expect([status, body.details.field]).toEqual([400, field]);
});

test('spending of another workspace is not shown, and a key is needed', async () => {
  const other = await stack.createWorkspace();
  expect((await daysOf(other)).reduce((sum, { credits }) => sum + credits, 0)).toBe(0);
  expect((await stack.anonymous('GET', '/api/usage/spending')).status).toBe(401);
});
