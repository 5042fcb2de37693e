import {
  dialectUnderTest,
  startNetworkProxy,
  startStack,
  uniqueText,
  useStack,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import { expect, test, vi } from 'vitest';

const DAY_MS = 24 * 3_600_000;

const { stack, clock } = useStack({ clock: true });

const statusOf = async ({ connections }: Workspace, platform = 'profnet') => (await connections())[platform];

/** Returns the activity log's entries about connections that end, oldest first. */
const notices = async ({ readLog }: Workspace) => (await readLog({ action: 'platform.expiring' })).reverse();

/** Restarts the server, whose start runs the maintenance, and starts several at once if the database takes several. */
async function maintainAtOnce(): Promise<void> {
  await stack.restart();
  if (dialectUnderTest() === 'sqlite') return;
  await Promise.all([stack.startReplica(), stack.startReplica()].map(async (replica) => (await replica).close()));
}

/** Moves time to so many days before the end of the profnet connection. */
async function moveToDaysBeforeEnd(workspace: Workspace, days: number): Promise<void> {
  const { expiresAt } = await statusOf(workspace);
  clock.set(new Date(Date.parse(expiresAt) - days * DAY_MS).toISOString());
}

const linesAbout = ({ workspaceId }: Workspace) =>
  stack.log.filter((line) => line.includes('a connection ends soon') && line.includes(workspaceId));

test('a connection that cannot be refreshed is announced 7 days and again one day before its end', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const { expiresAt } = await statusOf(workspace);
  const instant = `${expiresAt.slice(0, 10)} at ${expiresAt.slice(11, 16)} UTC`;

  await moveToDaysBeforeEnd(workspace, 7.01);
  await stack.restart();
  expect(await statusOf(workspace)).not.toHaveProperty('warning');
  expect(await notices(workspace)).toEqual([]);

  await moveToDaysBeforeEnd(workspace, 6.99);
  await maintainAtOnce();
  await vi.waitFor(async () => expect(await notices(workspace)).toHaveLength(1), 15_000);
  expect(await notices(workspace)).toMatchObject([
    {
      platform: 'profnet',
      profileName: 'Default',
      status: 'success',
      metadata: { account: 'Sandbox Owner', network: 'linkedin', expiresAt },
    },
  ]);
  expect(await statusOf(workspace)).toMatchObject({
    connected: true,
    warning: `LinkedIn ends this connection on ${instant}; connect it again before then`,
  });
  expect(await statusOf(workspace, 'microblog')).not.toHaveProperty('warning');

  await moveToDaysBeforeEnd(workspace, 2);
  await stack.restart();
  expect(await notices(workspace)).toHaveLength(1);

  await moveToDaysBeforeEnd(workspace, 0.5);
  for (let round = 0; round < 2; round += 1) await maintainAtOnce();
  await vi.waitFor(async () => expect(await notices(workspace)).toHaveLength(2), 15_000);
  expect(linesAbout(workspace)).toHaveLength(2);

  clock.advance(DAY_MS);
  await stack.restart();
  expect((await statusOf(workspace)).warning).toBe(
    `LinkedIn has ended this connection on ${instant}; connect it again`,
  );
  expect(await notices(workspace)).toHaveLength(2);
});

test('connecting again ends the warning, and the new end is announced when it comes near', async () => {
  clock.set(new Date().toISOString());
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await moveToDaysBeforeEnd(workspace, 3);
  await stack.restart();
  await vi.waitFor(async () => expect(await notices(workspace)).toHaveLength(1), 15_000);

  // The sandbox counts by the host's clock: connected again now, the connection ends 60 days from now.
  clock.set(new Date().toISOString());
  await workspace.connect('profnet');
  await stack.restart();
  expect(await statusOf(workspace)).not.toHaveProperty('warning');

  await moveToDaysBeforeEnd(workspace, 3);
  await stack.restart();
  await vi.waitFor(async () => expect(await notices(workspace)).toHaveLength(2), 15_000);
});

test('an end that the network postpones is announced again when it comes near', async () => {
  clock.set(new Date().toISOString());
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const endIn = (days: number) => {
    const end = new Date(clock.now() + days * DAY_MS).toISOString();
    return stack.query(
      `update connection set access_expires_at = '${end}' where workspace_id = '${workspace.workspaceId}'`,
    );
  };
  for (const [days, told] of [
    [0.5, 1],
    [30, 1],
    [6, 2],
    [0.5, 3],
  ] as const) {
    await endIn(days);
    await stack.restart();
    await vi.waitFor(async () => {
      const given = await stack.query(
        `select expiry_warned_days from connection where workspace_id = '${workspace.workspaceId}'`,
      );
      expect(given[0]?.['expiry_warned_days']).toBe(days === 30 ? null : Math.ceil(days) === 1 ? 1 : 7);
    }, 15_000);
    expect(await notices(workspace)).toHaveLength(told);
  }
});

test('a connection that the network already refuses is not announced as ending', async () => {
  clock.set(new Date().toISOString());
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token', times: 1 });
  await workspace.publish({ text: uniqueText('Ending'), platforms: ['profnet'] });
  await moveToDaysBeforeEnd(workspace, 3);
  await stack.restart();
  expect(await statusOf(workspace)).toMatchObject({ state: 'needs_reconnect' });
  expect(await statusOf(workspace)).not.toHaveProperty('warning');
  expect(await notices(workspace)).toEqual([]);
});

test('refreshing an access token does not repeat the announcement', async () => {
  await using proxy = await startNetworkProxy();
  await using other = await startStack({ env: { SOCIAL_MICROBLOG_API_URL: `${proxy.url}/x` } });
  proxy.target = other.sandboxUrl;
  // The network gives the lifetime of the refresh token, and its access tokens expire at once.
  proxy.rewrite = ({ path }, body) =>
    path.endsWith('/oauth2/token')
      ? JSON.stringify({ ...JSON.parse(body), expires_in: 1, refresh_token_expires_in: 3 * 86_400 })
      : undefined;
  const workspace = await other.createWorkspace({ connect: ['microblog'] });
  for (let round = 0; round < 3; round += 1) {
    const seen = await watchRequests(other);
    expect((await workspace.api('GET', '/api/v1/microblog/timeline')).status).toBe(200);
    expect(await seen('refresh')).toHaveLength(1);
    await other.restart();
    await vi.waitFor(async () => expect(await notices(workspace)).toHaveLength(1), 15_000);
  }
});
