import { uniqueText, useResource, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';

const WEEK_MS = 7 * 24 * 3_600_000;

const { stack, workspace, clock, proxy } = useStack({ clock: true, proxied: ['profnet'], connect: ['profnet'] });
const other = useResource(() => stack.createWorkspace({ connect: ['microblog'] }));

const pathOf = async (of: Workspace, platform: string): Promise<string> => (await of.connections())[platform].picture;

/** Asks for a path with the key of a workspace, as a page asks for its pictures. */
function ask(path: string, of: Workspace = workspace, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${stack.url}${path}`, { headers: { authorization: `Bearer ${of.apiKey}`, ...headers } });
}

/** Starts the server again a week later, which reads the pictures that are due then. */
async function aWeekLater(): Promise<void> {
  clock.advance(WEEK_MS * 1.2);
  await stack.restart();
}

const versions = () => stack.query('select picture_version, picture_due_at from connection order by id');

test('a connected account has its picture at once, which the server hands out', async () => {
  const path = await pathOf(workspace, 'profnet');
  expect(path).toMatch(/^\/api\/connect\/profnet\/picture\?profileId=[\w-]+&v=[0-9a-f]{16}$/);
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  const { headers } = answer;
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toBe('private, max-age=86400');
  expect(headers.get('accept-ranges')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const tag = headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
  const again = await ask(path, workspace, { 'if-none-match': tag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await ask(path, workspace, { 'if-none-match': '"another"' })).status).toBe(200);
});

test('a picture belongs to its workspace', async () => {
  const path = await pathOf(workspace, 'profnet');
  const theirs = await ask(path, other);
  expect([theirs.status, ((await theirs.json()) as { code: string }).code]).toEqual([404, 'profile_not_found']);
  expect((await fetch(`${stack.url}${path}`)).status).toBe(401);
  expect((await ask(await pathOf(other, 'microblog'), other)).status).toBe(200);
});

test('a picture is read again after a week, at the address that the account has then', async () => {
  const before = await pathOf(workspace, 'profnet');
  proxy.rewrite = ({ path }, body) => {
    if (!path.startsWith('/linkedin/v2/userinfo')) return undefined;
    return JSON.stringify({ ...JSON.parse(body), picture: `${stack.sandboxUrl}/x/avatars/sandbox_friend.png` });
  };
  await aWeekLater();
  await expect.poll(() => pathOf(workspace, 'profnet')).not.toBe(before);
  expect((await ask(await pathOf(workspace, 'profnet'))).status).toBe(200);
});

test('a picture that cannot be read leaves the one that is there, and the connection as it is', async () => {
  const before = await pathOf(workspace, 'profnet');
  const [due] = await versions();
  proxy.intercept = ({ path }) => (path.startsWith('/linkedin/v2/userinfo') ? { status: 401, body: '{}' } : undefined);
  await aWeekLater();
  await expect.poll(async () => (await versions())[0]?.['picture_due_at']).not.toBe(due?.['picture_due_at']);
  await expect.poll(() => stack.log.some((line) => line.includes('could not read the picture'))).toBe(true);
  expect(await pathOf(workspace, 'profnet')).toBe(before);
  expect((await workspace.connections()).profnet.state).toBe('connected');
  expect((await ask(before)).status).toBe(200);
});

test('an account that is connected again keeps its picture until another one is read', async () => {
  const before = await pathOf(workspace, 'profnet');
  proxy.rewrite = ({ path }, body) => {
    if (!path.startsWith('/linkedin/v2/userinfo')) return undefined;
    return JSON.stringify({ ...JSON.parse(body), picture: 'http://127.0.0.1:9/gone.png' });
  };
  await workspace.connect('profnet');
  expect(await pathOf(workspace, 'profnet')).toBe(before);
});

test('no post waits for a picture, and a picture goes with its connection', async () => {
  const slow = await stack.createWorkspace();
  let isAsked = false;
  proxy.rewrite = ({ path }, body) => {
    if (!path.startsWith('/linkedin/v2/userinfo')) return undefined;
    return JSON.stringify({ ...JSON.parse(body), picture: `${proxy.url}/linkedin/never.png` });
  };
  const never = Promise.withResolvers<undefined>();
  proxy.intercept = ({ path }) => {
    if (!path.endsWith('/never.png')) return undefined;
    isAsked = true;
    return never.promise;
  };
  await slow.connect('profnet');
  expect(isAsked).toBe(true);
  const { body } = await slow.publish({ text: uniqueText('Sent'), platforms: ['profnet'] });
  expect(body.platformResults.profnet.ok).toBe(true);
  never.resolve(undefined);

  const pictures = () => stack.query('select connection_id from account_picture');
  expect(await pictures()).toHaveLength(2);
  await other.api('POST', '/api/connect/microblog/disconnect', { body: {} });
  expect(await pictures()).toHaveLength(1);
});
