import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';

const PLANS = {
  free: { label: 'Free', price: 0, monthlyCredits: 500 },
  small: { label: 'Small', price: 5, monthlyCredits: 100 },
  pro: { label: 'Pro', price: 29, monthlyCredits: 10_000 },
};
const { stack, clock } = useStack({ clock: true, plans: PLANS });

async function usageOf({ api }: Workspace) {
  return (await api('GET', '/api/usage')).body;
}

/** The balance that the ledger's entries add up to. */
async function ledgerSum({ workspaceId }: Workspace): Promise<number> {
  const rows = await stack.query(`select sum(amount) as total from ledger_entry where workspace_id = '${workspaceId}'`);
  return Number(rows[0]?.['total']);
}

/** Sets the server's clock to that of the commands, which grant credits: transactions are listed in the order of their time. */
const showPresent = () => clock.set(new Date().toISOString());

const like = ({ api }: Workspace) =>
  api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' } });

describe('usage', () => {
  test('shows plan, credits and transactions', async () => {
    const workspace = await stack.signUp();
    const usage = await usageOf(workspace);
    expect(usage).toEqual({
      plan: { id: 'free', label: 'Free', price: 0 },
      credits: { balance: 500, held: 0, available: 500, monthlyAllowance: 500, used: 0, resetAt: expect.any(String) },
      recentTransactions: [
        { amount: 500, action: expect.any(String), metadata: { plan: 'free' }, createdAt: expect.any(String) },
      ],
    });
    expect(Date.parse(usage.credits.resetAt)).toBeGreaterThan(clock.now());
  });

  test('lists the newest transactions first, 25 at most', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    showPresent();
    for (let number = 0; number < 25; number += 1) await like(workspace);
    const { recentTransactions, credits } = await usageOf(workspace);
    expect(recentTransactions.length).toBeLessThanOrEqual(25);
    expect(recentTransactions[0].amount).toBe(-1);
    const times = recentTransactions.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect(credits).toMatchObject({ balance: 9975, used: 25 });
  });

  test('needs a key', async () => {
    expect((await stack.anonymous('GET', '/api/usage')).status).toBe(401);
  });
});

describe('reservation', () => {
  test('holds count against what is available while a call is running', async () => {
    const workspace = await stack.createWorkspace({ plan: 'small', connect: ['profnet'] });
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 1_500 });
    const running = workspace.publish({ text: uniqueText('Held'), platforms: ['profnet'] });
    await vi.waitFor(
      async () => expect((await usageOf(workspace)).credits).toMatchObject({ balance: 100, held: 1, available: 99 }),
      10_000,
    );
    await running;
    expect((await usageOf(workspace)).credits).toMatchObject({ balance: 99, held: 0, available: 99 });
  });

  test('actions and posts draw on the same balance', async () => {
    const workspace = await stack.createWorkspace({ plan: 'small', connect: ['microblog'] });
    await stack.query(`update workspace set balance = 5 where id = '${workspace.workspaceId}'`);
    const answers = await Promise.all(Array.from({ length: 12 }, () => like(workspace)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(7);
    expect((await usageOf(workspace)).credits).toMatchObject({ balance: 0, held: 0 });
  });

  test('the hold of an outcome that stays unknown is released after 24 hours, and the outcome stays unknown', async () => {
    const workspace = await stack.createWorkspace({ plan: 'small', connect: ['profnet'] });
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop' });
    const { body } = await workspace.publish({ text: uniqueText('Lost'), platforms: ['profnet'] });
    expect((await usageOf(workspace)).credits.held).toBe(1);
    clock.advance(23 * 3_600_000);
    await stack.restart();
    expect((await usageOf(workspace)).credits.held).toBe(1);
    clock.advance(2 * 3_600_000);
    await stack.restart();
    await expect.poll(async () => (await usageOf(workspace)).credits.held).toBe(0);
    const { platformResults } = await workspace.readPost(body.id);
    expect(platformResults.profnet).toMatchObject({ state: 'unknown', credits: 0 });
    const resolved = await workspace.api('POST', `/api/v1/posts/${body.id}/resolve`, {
      body: { platform: 'profnet', published: 'urn:li:share:7141138937766399999' },
    });
    expect(resolved.body.platformResults.profnet).toMatchObject({ ok: true, credits: 1 });
    expect((await usageOf(workspace)).credits).toMatchObject({ balance: 99, held: 0, used: 1 });
  });
});

describe('the ledger', () => {
  test('rejects updates and deletes', async () => {
    const workspace = await stack.signUp();
    const where = `where workspace_id = '${workspace.workspaceId}'`;
    await expect(stack.query(`update ledger_entry set amount = 1000000 ${where}`)).rejects.toThrow(/append-only/);
    await expect(stack.query(`delete from ledger_entry ${where}`)).rejects.toThrow(/append-only/);
    expect(await ledgerSum(workspace)).toBe(500);
  });

  test('adds up to the balance after all kinds of calls', async () => {
    const workspace = await stack.createWorkspace({ plan: 'small', connect: ['profnet', 'microblog'] });
    await workspace.publish({ text: uniqueText('Both'), platforms: ['profnet', 'microblog'] });
    await like(workspace);
    await stack.sandbox.fault({ network: 'x', operation: 'action', kind: 'forbidden' });
    await like(workspace);
    await stack.grant(workspace, 20);
    await workspace.api('POST', '/api/v1/profnet/reshare', { body: { post_urn: 'urn:li:share:1' } });
    const { balance, used } = (await usageOf(workspace)).credits;
    expect([balance, used]).toEqual([115, 5]);
    expect(await ledgerSum(workspace)).toBe(balance);
  });
});

describe('plans', () => {
  test('an upgrade grants the difference at once', async () => {
    const workspace = await stack.createWorkspace({ plan: 'small', connect: ['microblog'] });
    showPresent();
    await like(workspace);
    await stack.setPlan(workspace, 'pro');
    const { plan, credits, recentTransactions } = await usageOf(workspace);
    expect(plan).toEqual({ id: 'pro', label: 'Pro', price: 29 });
    expect(credits).toMatchObject({ balance: 9999, monthlyAllowance: 10_000, used: 1 });
    expect(recentTransactions[0].amount).toBe(9900);
  });

  test('a downgrade keeps the balance until the reset and closes paid features at once', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.setPlan(workspace, 'free');
    expect((await usageOf(workspace)).credits).toMatchObject({ balance: 10_000, monthlyAllowance: 500 });
    expect((await like(workspace)).status).toBe(403);
  });

  test('granted credits are listed and do not count as used', async () => {
    const workspace = await stack.createWorkspace({ plan: 'small' });
    await stack.grant(workspace, 50);
    const { credits, recentTransactions } = await usageOf(workspace);
    expect(credits).toMatchObject({ balance: 150, used: 0 });
    expect(recentTransactions[0].amount).toBe(50);
  });
});
