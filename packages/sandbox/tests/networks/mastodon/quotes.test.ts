import { expect } from 'vitest';
import { call, test, textAt } from '../../support/sandbox.ts';
import { signInToMastodon } from './sign-in.ts';

test('a status says who may quote it, and so does its page', async ({ sandbox }) => {
  const { post, get } = await signInToMastodon(sandbox);
  const created = await post({ status: 'a', quote_approval_policy: 'nobody', language: 'de' });
  const closed = { automatic: [], manual: [], current_user: 'automatic' };
  expect(created.body).toMatchObject({ quote_approval: closed });
  expect((await get(`/v1/statuses/${textAt(created.body, 'id')}`)).body).toMatchObject({ quote_approval: closed });
  const [accepted] = await sandbox.posts();
  expect(accepted?.settings).toEqual({ language: 'de', quote_approval_policy: 'nobody' });
  expect((await call(accepted?.url ?? '')).text).toContain('<li>quote_approval_policy: nobody</li>');
  const shown = (await call(`${sandbox.networks.mastodon}/api/v1/statuses/${textAt(created.body, 'id')}`)).body;
  expect(shown).toMatchObject({ quote_approval: { automatic: [], manual: [] } });
});

test('everybody may quote a public status by default, and nobody a private one', async ({ sandbox }) => {
  const { post } = await signInToMastodon(sandbox);
  expect((await post({ status: 'a' })).body).toMatchObject({ quote_approval: { automatic: ['public'] } });
  const closed = await post({ status: 'b', visibility: 'private', quote_approval_policy: 'public' });
  expect(closed.body).toMatchObject({ quote_approval: { automatic: [] } });
  expect((await sandbox.posts()).map(({ settings }) => settings)).toEqual([
    undefined,
    { visibility: 'private', quote_approval_policy: 'public' },
  ]);
});

test('an unknown policy is refused, and other software does not look at it', async ({ sandbox }) => {
  const { post } = await signInToMastodon(sandbox);
  const status = { status: 'a', quote_approval_policy: 'friends' };
  expect(await post(status)).toMatchObject({ status: 422, body: { error: 'Record invalid' } });
  expect(await sandbox.posts()).toEqual([]);
  await sandbox.settings({ mastodon: { kind: 'akkoma' } });
  const taken = await post(status);
  expect(taken.status).toBe(200);
  expect(taken.body).not.toHaveProperty('quote_approval');
});
