import {
  type Browserless,
  dialectUnderTest,
  uniqueText,
  useStack,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const MINUTE_MS = 60_000;

const { stack, clock } = useStack({ clock: true });

const useKind = (kind: 'gotosocial' | 'mastodon') => stack.sandbox.settings({ mastodon: { kind } });
const flows = () => stack.query('select stage from oauth_flow where tokens is not null');

/** Signs in at a network, up to the choice of the account. */
async function signIn(browser: Browserless, platform: string): Promise<void> {
  const { status, headers } = await browser.authorize(platform);
  expect([status, headers.get('location')]).toEqual([302, expect.stringContaining(`/connect/${platform}`)]);
}

/** Lets time pass, and servers' starts run what they do each minute: first of two at once, which stop over it, where the database takes several. */
async function pass(minutes: number): Promise<void> {
  clock.advance(minutes * MINUTE_MS);
  if (dialectUnderTest() === 'postgres') {
    await Promise.all([stack.startReplica(), stack.startReplica()].map(async (replica) => (await replica).close()));
  }
  await stack.restart();
}

/** Expects that no token is left, and that so many were revoked. */
async function expectRevoked(seen: Awaited<ReturnType<typeof watchRequests>>, count: number): Promise<void> {
  await vi.waitFor(async () => expect(await flows()).toEqual([]), 15_000);
  expect((await seen('revoke')).filter(({ status }) => status === 200)).toHaveLength(count);
}

async function expectPublishes(workspace: Workspace, platform: 'mastodon' | 'microblog'): Promise<void> {
  const { body } = await workspace.publish({ text: uniqueText('Still here'), platforms: [platform] });
  expect(body.platformResults[platform]).toMatchObject({ ok: true });
}

beforeEach(async () => {
  await stack.query('delete from oauth_flow');
  await useKind('gotosocial');
});

describe('a sign-in that nobody finishes', () => {
  test.each([
    ['mastodon', 1],
    ['microblog', 2],
    ['profnet', 1],
    ['video', 1],
    ['shortvideo', 2],
    ['bluesky', 2],
  ])('at %s leaves no token at the network', async (platform, count) => {
    const browser = await (await stack.createWorkspace()).browser();
    const seen = await watchRequests(stack);
    await signIn(browser, platform);
    await pass(9);
    expect(await seen('revoke')).toEqual([]);
    await pass(2);
    await expectRevoked(seen, count);
    const { status, body } = await browser.visit('GET', `/api/connect/${platform}/options`);
    expect([status, body.code]).toEqual([401, 'session_required']);
  });

  test('and that another one in the same browser replaces leaves none, and the other one connects', async () => {
    const workspace = await stack.createWorkspace();
    const browser = await workspace.browser();
    await signIn(browser, 'mastodon');
    const seen = await watchRequests(stack);
    await workspace.connect('mastodon');
    await pass(11);
    await expectRevoked(seen, 1);
    await expectPublishes(workspace, 'mastodon');
  });

  test('leaves the token that a connection holds, and the grant that another profile uses', async () => {
    await useKind('mastodon');
    const workspace = await stack.createWorkspace({ connect: ['mastodon', 'microblog'] });
    const browser = await (await stack.createWorkspace()).browser();
    const seen = await watchRequests(stack);
    for (const platform of ['mastodon', 'microblog']) await signIn(browser, platform);
    await pass(11);
    await expectRevoked(seen, 0);
    for (const platform of ['mastodon', 'microblog'] as const) await expectPublishes(workspace, platform);
  });

  test('leaves its token until a later one of the same account is finished, which may get the same', async () => {
    await useKind('mastodon');
    const workspace = await stack.createWorkspace();
    await signIn(await workspace.browser(), 'mastodon');
    await pass(9);
    const later = await workspace.browser();
    const seen = await watchRequests(stack);
    await signIn(later, 'mastodon');
    await pass(2);
    const { body } = await later.visit('GET', '/api/connect/mastodon/options');
    const confirmed = await later.visit('POST', '/api/connect/mastodon/confirm', { body: { option: body.options[0] } });
    expect(confirmed.status).toBe(201);
    await pass(61);
    await expectRevoked(seen, 0);
    await expectPublishes(workspace, 'mastodon');
  });

  test('whose account the network refuses leaves none', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const seen = await watchRequests(stack);
    await signIn(browser, 'mastodon');
    await stack.sandbox.fault({ network: 'mastodon', operation: 'identity', kind: 'forbidden' });
    expect((await browser.visit('GET', '/api/connect/mastodon/options')).status).toBe(502);
    await pass(11);
    await expectRevoked(seen, 1);
  });

  test.each(['sign-out', 'deletion of the workspace'])('leaves none after a %s', async (end) => {
    const workspace = await stack.createWorkspace();
    const browser = await workspace.browser();
    const seen = await watchRequests(stack);
    await signIn(browser, 'mastodon');
    const { password } = workspace;
    if (end === 'sign-out') await browser.visit('POST', '/api/account/sign-out', { body: {} });
    else expect((await browser.visit('DELETE', '/api/workspace', { body: { password } })).status).toBe(200);
    expect((await browser.visit('GET', '/api/connect/mastodon/options')).status).toBe(401);
    await pass(1);
    await expectRevoked(seen, 1);
  });

  test('is tried again an hour later where the server does not answer, and for a day', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const seen = await watchRequests(stack);
    await signIn(browser, 'mastodon');
    const fault = { network: 'mastodon', operation: 'revoke', kind: 'server-error', times: 1 } as const;
    await stack.sandbox.fault(fault);
    await pass(11);
    await vi.waitFor(async () => expect(await seen('revoke')).toHaveLength(1), 15_000);
    await pass(30);
    expect(await flows()).toEqual([{ stage: 'ended' }]);
    await pass(31);
    await expectRevoked(seen, 1);
    expect(stack.log.filter((line) => line.includes('it is tried again'))).toHaveLength(1);
  });
});
