import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, clock } = useStack({ clock: true });

/** Makes a workspace at the given time, from which its months are counted. */
function begin(instant: string): Promise<Workspace> {
  clock.set(instant);
  return stack.signUp();
}

async function grantsOf({ workspaceId }: Workspace): Promise<number[]> {
  const rows = await stack.query(
    `select amount from ledger_entry where workspace_id = '${workspaceId}' and amount > 0 order by id`,
  );
  return rows.map(({ amount }) => Number(amount));
}

const publish = ({ api }: Workspace) =>
  api('POST', '/api/v1/posts', { body: { text: uniqueText('Spent'), platforms: ['profnet'] } });

test('the period ends a month after it began, to the millisecond', async () => {
  const workspace = await begin('2027-03-15T08:30:00.500Z');
  expect((await workspace.credits()).resetAt).toBe('2027-04-15T08:30:00.500Z');
  await stack.query(`update workspace set used = 7 where id = '${workspace.workspaceId}'`);
  clock.set('2027-04-15T08:30:00.499Z');
  expect(await workspace.credits()).toMatchObject({ used: 7, resetAt: '2027-04-15T08:30:00.500Z' });
  clock.set('2027-04-15T08:30:00.500Z');
  expect(await workspace.credits()).toMatchObject({
    balance: 500,
    used: 0,
    resetAt: '2027-05-15T08:30:00.500Z',
  });
});

test('at the reset the remaining credits lapse and the allowance is granted; the ledger shows both', async () => {
  const workspace = await begin(new Date().toISOString());
  await workspace.connect('profnet');
  expect((await publish(workspace)).body.credits).toBe(1);
  await stack.grant(workspace, 1000);
  clock.advance(32 * 24 * 3_600_000);
  const { credits, recentTransactions } = (await workspace.api('GET', '/api/usage')).body;
  expect(credits).toMatchObject({ balance: 500, used: 0 });
  const amounts = recentTransactions.map(({ amount }: { amount: number }) => amount);
  expect(amounts.slice(0, 2)).toEqual([500, -1499]);
  const sum = await stack.query(
    `select sum(amount) as total from ledger_entry where workspace_id = '${workspace.workspaceId}'`,
  );
  expect(Number(sum[0]?.['total'])).toBe(500);
});

describe('months of different lengths', () => {
  test.each([
    ['2027-01-31T10:00:00.000Z', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-01-31T10:00:00.000Z', ['2028-02-29', '2028-03-31', '2028-04-30']],
    ['2027-01-30T10:00:00.000Z', ['2027-02-28', '2027-03-30', '2027-04-30']],
    ['2027-01-29T10:00:00.000Z', ['2027-02-28', '2027-03-29']],
    ['2027-12-31T23:59:59.000Z', ['2028-01-31', '2028-02-29', '2028-03-31']],
  ])('counted from %s end on %j', async (start, ends) => {
    const workspace = await begin(start);
    for (const end of ends) {
      const { resetAt } = await workspace.credits();
      expect(resetAt).toBe(`${end}${start.slice(10)}`);
      clock.set(resetAt);
    }
    expect((await workspace.credits()).balance).toBe(500);
    expect(await grantsOf(workspace)).toEqual(Array(ends.length + 1).fill(500));
  });
});

test('three months of downtime grant one allowance, and the day of the month stays', async () => {
  const workspace = await begin('2027-01-31T10:00:00.000Z');
  clock.set('2027-05-05T00:00:00.000Z');
  await stack.restart();
  expect(await workspace.credits()).toMatchObject({ balance: 500, resetAt: '2027-05-31T10:00:00.000Z' });
  expect(await grantsOf(workspace)).toEqual([500, 500]);
});

test('two restarts and twenty calls at once at the reset grant once', async () => {
  const workspace = await begin('2027-03-15T08:30:00.000Z');
  clock.set('2027-04-15T08:30:01.000Z');
  await stack.restart();
  await Promise.all(Array.from({ length: 20 }, () => workspace.credits()));
  await stack.restart();
  await Promise.all(Array.from({ length: 20 }, () => workspace.api('GET', '/api/profiles')));
  expect(await grantsOf(workspace)).toEqual([500, 500]);
  expect((await workspace.credits()).balance).toBe(500);
});

test('any call triggers a due reset, before a publish is charged', async () => {
  const workspace = await begin(new Date().toISOString());
  await workspace.connect('profnet');
  await stack.query(`update workspace set balance = 0 where id = '${workspace.workspaceId}'`);
  expect((await publish(workspace)).status).toBe(402);
  clock.advance(32 * 24 * 3_600_000);
  const { status, body } = await publish(workspace);
  expect([status, body.platformResults.profnet.ok]).toEqual([201, true]);
  expect(await workspace.credits()).toMatchObject({ balance: 499, used: 1 });
});

test('a downgrade takes effect on the allowance at the reset', async () => {
  const workspace = await begin('2027-03-15T08:30:00.000Z');
  await stack.setPlan(workspace, 'pro');
  expect((await workspace.credits()).balance).toBe(10_000);
  await stack.setPlan(workspace, 'free');
  expect((await workspace.credits()).balance).toBe(10_000);
  clock.set('2027-04-15T08:30:00.000Z');
  expect(await workspace.credits()).toMatchObject({ balance: 500, monthlyAllowance: 500 });
});
