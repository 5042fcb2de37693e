import { uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const DAY_MS = 24 * 3_600_000;

interface Made {
  readonly rawKey: string;
  readonly key: Record<string, unknown> & { readonly id: string };
}

function tryMake(wanted: object, by: string | undefined = undefined) {
  return workspace.api('POST', '/api/keys', { body: { name: 'Limited', ...wanted }, ...(by && { key: by }) });
}

async function makeKey(wanted: object, by: string | undefined = undefined): Promise<Made> {
  const { status, body, text } = await tryMake(wanted, by);
  if (status !== 201) throw new Error(`making a key answered ${status} ${text}`);
  return body;
}

const publish = (key: string, body: object = {}) =>
  workspace.api('POST', '/api/v1/posts', {
    key,
    body: { text: uniqueText('Limited'), platforms: ['profnet'], ...body },
  });

/** Publishes a post whose answer is lost. @returns its id */
async function publishUnknown(key: string): Promise<string> {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'drop', times: 1 });
  const { body } = await publish(key);
  expect(body.platformResults.profnet).toMatchObject({ state: 'unknown' });
  return body.id;
}

/** Says that a post whose answer was lost is there, after its credits were released. */
const settle = (id: string, key: string) => {
  const published = `urn:li:share:${Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)}`;
  return workspace.api('POST', `/api/v1/posts/${id}/resolve`, { key, body: { platform: 'profnet', published } });
};

/** Restarts the server, whose start runs the maintenance, which releases old holds. */
async function untilReleased(id: string): Promise<void> {
  await stack.restart();
  const held = async () => (await stack.query(`select held from post_target where post_id = '${id}'`))[0]?.['held'];
  await expect.poll(held).toBe(0);
}

const usedBy = async ({ key }: Made) =>
  (await workspace.api('GET', '/api/keys')).body.keys.find(({ id }: { id: string }) => id === key.id).creditsUsed;

describe('a key with a limit of credits', () => {
  test('spends no more in a month, whatever its posts, actions and keys are', async () => {
    const { rawKey, key } = await makeKey({ creditLimit: 3 });
    expect((await publish(rawKey)).body.platformResults.profnet.ok).toBe(true);
    const child = await makeKey({}, rawKey);
    expect(child.key['creditLimit']).toBe(3);
    expect((await publish(child.rawKey)).status).toBe(201);
    const over = await publish(rawKey, { platforms: ['microblog'] });
    expect([over.status, over.body.code]).toEqual([402, 'credit_limit_reached']);
    expect(over.body.details).toMatchObject({ needed: 3, available: 1, creditLimit: 3 });
    const action = await workspace.api('POST', '/api/v1/microblog/like', { key: rawKey, body: { mpost_id: '1' } });
    // The post does not exist, so the action costs nothing and its credit counts no more.
    expect(action.status).toBe(404);
    expect((await publish(rawKey)).status).toBe(201);
    expect((await publish(child.rawKey)).status).toBe(402);
    const listed = (await workspace.api('GET', '/api/keys')).body.keys;
    expect(listed.find(({ id }: { id: string }) => id === key.id)).toMatchObject({ creditsUsed: 3, creditLimit: 3 });
    clock.advance(32 * DAY_MS);
    expect((await publish(rawKey)).status).toBe(201);
  });

  test('pays for its scheduled posts when they are due', async () => {
    const { rawKey } = await makeKey({ creditLimit: 1 });
    const later = (hours: number) => new Date(clock.now() + hours * 3_600_000).toISOString();
    const first = (await publish(rawKey, { scheduledFor: later(1) })).body;
    const second = (await publish(rawKey, { scheduledFor: later(2) })).body;
    clock.advance(3_600_001);
    await workspace.untilPost(first.id, { outcome: 'published' });
    clock.advance(3_600_001);
    await workspace.untilPost(second.id, {
      outcome: 'failed',
      platformResults: { profnet: { code: 'credit_limit_reached' } },
    });
  });

  test('still limits the keys that it has made when it revokes itself', async () => {
    const { rawKey, key } = await makeKey({ creditLimit: 3 });
    const children = [await makeKey({}, rawKey), await makeKey({}, rawKey)];
    for (const child of children) expect((await publish(child.rawKey)).status).toBe(201);
    expect((await workspace.api('DELETE', `/api/keys/${key.id}`, { key: rawKey })).status).toBe(200);
    expect((await publish(rawKey)).status).toBe(401);
    expect((await workspace.api('DELETE', `/api/keys/${key.id}`)).status).toBe(404);
    const listed: { id: string }[] = (await workspace.api('GET', '/api/keys')).body.keys;
    expect(listed.map(({ id }) => id)).not.toContain(key.id);
    const [first, second] = await Promise.all(children.map((child) => publish(child.rawKey)));
    expect([first?.status, second?.status].toSorted()).toEqual([201, 402]);
    clock.advance(32 * DAY_MS);
    expect((await publish(children[0]?.rawKey ?? '')).status).toBe(201);
  });

  test('spends exactly that under twenty calls at once', async () => {
    const { rawKey } = await makeKey({ creditLimit: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(rawKey)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 402]));
  });
});

describe('a post that is charged late', () => {
  test('counts towards a limit that was used up meanwhile, and is not refused', async () => {
    const made = await makeKey({ creditLimit: 1 });
    const id = await publishUnknown(made.rawKey);
    clock.advance(25 * 3_600_000);
    await untilReleased(id);
    expect((await publish(made.rawKey)).status).toBe(201);
    const { status, body } = await settle(id, made.rawKey);
    expect([status, body.platformResults?.profnet]).toMatchObject([200, { state: 'published', credits: 1 }]);
    expect(await usedBy(made)).toBe(2);
    const over = await publish(made.rawKey);
    expect([over.status, over.body.details]).toMatchObject([402, { available: 0 }]);
  });

  test('does not begin the limit of this month anew', async () => {
    const made = await makeKey({ creditLimit: 2 });
    const id = await publishUnknown(made.rawKey);
    clock.advance(32 * DAY_MS);
    await untilReleased(id);
    for (const _ of [1, 2]) expect((await publish(made.rawKey)).status).toBe(201);
    expect((await settle(id, made.rawKey)).status).toBe(200);
    expect((await publish(made.rawKey)).status).toBe(402);
    expect(await usedBy(made)).toBe(2);
  });
});

describe('a retry', () => {
  async function fail(key: string): Promise<string> {
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
    const { body } = await publish(key);
    expect(body.platformResults.profnet.state).toBe('failed');
    return body.id;
  }
  const retry = (id: string, key?: string) =>
    workspace.api('POST', `/api/v1/posts/${id}/retry`, { ...(key !== undefined && { key }) });

  test('counts towards the limit of the key that asks for it', async () => {
    const { rawKey } = await makeKey({ creditLimit: 1 });
    const own = await fail(rawKey);
    const other = await fail(workspace.apiKey);
    expect((await publish(rawKey)).status).toBe(201);
    const refused = await retry(other, rawKey);
    expect([refused.status, refused.body.code]).toEqual([402, 'credit_limit_reached']);
    expect((await retry(own)).body.platformResults.profnet).toMatchObject({ ok: true });
  });
});

test('a dry run says what the limit leaves', async () => {
  const { rawKey } = await makeKey({ creditLimit: 1 });
  expect((await publish(rawKey)).status).toBe(201);
  const { body } = await publish(rawKey, { dryRun: true });
  expect(body).toMatchObject({ available: 0, credits: 1 });
  expect(body.outcome).not.toBe('ready');
});

test('a chain of keys with limits ends', async () => {
  let maker = (await makeKey({ creditLimit: 100 })).rawKey;
  for (let depth = 1; depth < 10; depth += 1) maker = (await makeKey({}, maker)).rawKey;
  const { status, body } = await tryMake({}, maker);
  expect([status, body.code, body.details.fields]).toEqual([403, 'forbidden', ['creditLimit']]);
});
