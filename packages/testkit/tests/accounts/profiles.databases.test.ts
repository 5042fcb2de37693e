import { uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, workspace: shared } = useStack();

const create = (name: unknown, by = shared, more = {}) => by.api('POST', '/api/profiles', { body: { name, ...more } });
const list = async (by = shared) => (await by.api('GET', '/api/profiles')).body.profiles;

test('a workspace begins with one profile, which is the default', async () => {
  const workspace = await stack.createWorkspace();
  expect(await list(workspace)).toEqual([
    { id: workspace.profileId, name: 'Default', slug: 'default', isDefault: true, createdAt: expect.any(String) },
  ]);
});

test('a new profile is not the default and is logged', async () => {
  const workspace = await stack.createWorkspace();
  const { status, body } = await create('Acme Blog', workspace);
  expect(status).toBe(201);
  expect(body.profile).toMatchObject({ name: 'Acme Blog', slug: 'acme-blog', isDefault: false });
  expect(await list(workspace)).toContainEqual(body.profile);
  expect((await workspace.readLog())[0]).toMatchObject({
    action: 'profile.created',
    platform: null,
    profileName: 'Acme Blog',
    status: 'success',
  });
});

describe('the slug', () => {
  test.each([
    ['Über Café!', 'uber-cafe'],
    ['  spaced   out  ', 'spaced-out'],
    ['UPPER_case 9', 'upper-case-9'],
    ['日本語', 'profile'],
    ['--', 'profile-2'],
    ['a/b?c#d', 'a-b-c-d'],
  ])('of "%s" is %s', async (name, slug) => {
    expect((await create(name)).body.profile.slug).toBe(slug);
  });

  test('is unique in its workspace, also when profiles are made at once', async () => {
    const workspace = await stack.createWorkspace();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('Same name', workspace)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const slugs = answers.map(({ body }) => body.profile.slug).sort();
    expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3', 'same-name-4', 'same-name-5', 'same-name-6']);
  });

  test('may be the same in another workspace', async () => {
    const [one, two] = [await stack.createWorkspace(), await stack.createWorkspace()];
    expect((await create('Twin', one)).body.profile.slug).toBe('twin');
    expect((await create('Twin', two)).body.profile.slug).toBe('twin');
  });

  test('does not change when the profile is renamed', async () => {
    const { profile } = (await create('Before')).body;
    const { status, body } = await shared.api('PATCH', `/api/profiles/${profile.id}`, { body: { name: 'After' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: profile.id, name: 'After', slug: 'before' });
    expect(body.profile).toEqual({ ...profile, name: 'After' });
  });
});

describe('the name', () => {
  test.each([
    ['empty', ''],
    ['blank', '  '],
    ['too long', 'n'.repeat(101)],
    ['10 KB', 'n'.repeat(10_240)],
    ['with a line break', 'a\nb'],
    ['with a direction override', 'a\u202eb'],
    ['a number', 5],
    ['null', null],
    ['missing', undefined],
  ])('is refused when it is %s', async (_name, value) => {
    const before = await list();
    const { status, body } = await create(value);
    expect([status, body.details.field]).toEqual([400, 'name']);
    const renamed = await shared.api('PATCH', `/api/profiles/${shared.profileId}`, { body: { name: value ?? null } });
    expect(renamed.status).toBe(400);
    expect(await list()).toEqual(before);
  });

  test('may have 100 characters and loses outer spaces', async () => {
    expect((await create('n'.repeat(100))).status).toBe(201);
    expect((await create('  Trimmed  ')).body.profile.name).toBe('Trimmed');
  });
});

describe('the default profile', () => {
  test('is exactly one: making another profile the default replaces it', async () => {
    const workspace = await stack.createWorkspace();
    const { profile } = (await create('Second', workspace)).body;
    const { status, body } = await workspace.api('PATCH', `/api/profiles/${profile.id}`, { body: { isDefault: true } });
    expect([status, body.isDefault]).toEqual([200, true]);
    const defaults = (await list(workspace)).filter(({ isDefault }: { isDefault: boolean }) => isDefault);
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual([profile.id]);
    const post = await workspace.publish({ text: 'Where', platforms: ['video'] });
    expect(post.body.profile).toBe('second');
  });

  test('is exactly one, also when several are made the default at once', async () => {
    const workspace = await stack.createWorkspace();
    const made = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create(name, workspace)));
    const answers = await Promise.all(
      made.map(({ body }) => workspace.api('PATCH', `/api/profiles/${body.profile.id}`, { body: { isDefault: true } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await list(workspace)).filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
  });

  test('cannot be set on creation, nor unset without a successor', async () => {
    for (const more of [{ isDefault: true }, { slug: 'mine' }, { id: shared.profileId }]) {
      expect((await create('Greedy', shared, more)).status).toBe(400);
    }
    expect((await list()).map(({ slug }: { slug: string }) => slug)).not.toContain('greedy');
    const { status } = await shared.api('PATCH', `/api/profiles/${shared.profileId}`, { body: { isDefault: false } });
    expect(status).toBe(400);
    expect((await list()).find(({ id }: { id: string }) => id === shared.profileId).isDefault).toBe(true);
  });

  test('cannot be deleted', async () => {
    const { status, body } = await shared.api('DELETE', `/api/profiles/${shared.profileId}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect((await list()).some(({ id }: { id: string }) => id === shared.profileId)).toBe(true);
  });
});

describe('deleting a profile', () => {
  test('cancels its scheduled posts, disconnects its accounts and logs both', async () => {
    const workspace = await stack.createWorkspace();
    const { profile } = (await create('Doomed', workspace)).body;
    await workspace.connect('profnet', profile.id);
    const post = {
      text: uniqueText('Doomed'),
      platforms: ['profnet'],
      profile: 'doomed',
      scheduledFor: '2099-01-01T00:00:00Z',
    };
    const headers = { 'idempotency-key': uniqueText('doomed') };
    const scheduled = await workspace.publish(post, headers);
    const { status, body } = await workspace.api('DELETE', `/api/profiles/${profile.id}`);
    expect([status, body]).toEqual([200, { ok: true }]);
    expect((await list(workspace)).map(({ slug }: { slug: string }) => slug)).toEqual(['default']);
    expect(await workspace.readPost(scheduled.body.id)).toMatchObject({
      status: 'canceled',
      profile: 'doomed',
    });
    const logs = await workspace.readLog();
    const actions = logs.map(({ action, profileName }) => [action, profileName]);
    expect(actions).toContainEqual(['profile.deleted', 'Doomed']);
    expect(actions).toContainEqual(['platform.disconnected', 'Doomed']);
    const requests = await stack.sandbox.requests('linkedin');
    expect(requests.some(({ operation }) => operation === 'revoke')).toBe(true);
  });

  test('twice answers 404', async () => {
    const { profile } = (await create('Once')).body;
    expect((await shared.api('DELETE', `/api/profiles/${profile.id}`)).status).toBe(200);
    const { status, body } = await shared.api('DELETE', `/api/profiles/${profile.id}`);
    expect([status, body.code]).toEqual([404, 'profile_not_found']);
  });

  test('while a post is scheduled for it leaves no post without a profile', async () => {
    const workspace = await stack.createWorkspace();
    for (let round = 0; round < 8; round += 1) {
      const { profile } = (await create(`Race ${round}`, workspace)).body;
      const post = {
        text: 'Race',
        platforms: ['profnet'],
        profile: profile.slug,
        scheduledFor: '2099-01-01T00:00:00Z',
      };
      const [scheduled, deleted] = await Promise.all([
        workspace.publish(post),
        workspace.api('DELETE', `/api/profiles/${profile.id}`),
      ]);
      expect(deleted.status).toBe(200);
      if (scheduled.status === 404) continue;
      const body = await workspace.readPost(scheduled.body.id);
      expect(body.status).toBe('canceled');
    }
  });

  test('while a post is being sent lets it finish, and charges it', async () => {
    const workspace = await stack.createWorkspace();
    const { profile } = (await create('Leaving', workspace)).body;
    await workspace.connect('profnet', profile.id);
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 500 });
    const post = { text: uniqueText('Leaving'), platforms: ['profnet'], profile: profile.slug };
    const publishing = workspace.publish(post);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await workspace.api('DELETE', `/api/profiles/${profile.id}`)).status).toBe(200);
    const { body } = await publishing;
    expect(body.platformResults.profnet).toMatchObject({ ok: true, credits: 1 });
    expect(await workspace.credits()).toMatchObject({ held: 0, used: 1 });
  });

  test('while it becomes the default leaves exactly one default', async () => {
    const workspace = await stack.createWorkspace();
    for (let round = 0; round < 8; round += 1) {
      const { profile } = (await create(`Race ${round}`, workspace)).body;
      await Promise.all([
        workspace.api('PATCH', `/api/profiles/${profile.id}`, { body: { isDefault: true } }),
        workspace.api('DELETE', `/api/profiles/${profile.id}`),
      ]);
      const defaults = (await list(workspace)).filter(({ isDefault }: { isDefault: boolean }) => isDefault);
      expect(defaults).toHaveLength(1);
    }
  });

  test('keeps its posts readable', async () => {
    const { profile } = (await create('Kept', shared)).body;
    const post = await shared.publish({ text: 'Kept', platforms: ['video'], profile: profile.slug });
    await shared.api('DELETE', `/api/profiles/${profile.id}`);
    expect(await shared.readPost(post.body.id)).toEqual(post.body);
  });
});

test('an update without a change is accepted', async () => {
  const { profile } = (await create('Unchanged')).body;
  const { status, body } = await shared.api('PATCH', `/api/profiles/${profile.id}`, { body: {} });
  expect([status, body]).toEqual([200, { ...profile, profile }]);
});

test.each(['GET', 'POST'])('%s /api/profiles needs a key', async (method) => {
  const { status } = await stack.anonymous(method, '/api/profiles', method === 'POST' ? { body: { name: 'x' } } : {});
  expect(status).toBe(401);
});
