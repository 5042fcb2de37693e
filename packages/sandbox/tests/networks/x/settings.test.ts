import { expect } from 'vitest';
import { call, open, send, test, textAt } from '../../support/sandbox.ts';
import { signInToX } from './sign-in.ts';

const settings = {
  ...{ reply_settings: 'verified', community_id: '1493446837214187523', share_with_followers: true },
  ...{ made_with_ai: true, paid_partnership: true },
};

test('a post says who may reply, where it is, and its labels', async ({ sandbox }) => {
  const { headers } = await signInToX(sandbox);
  const posts = `${sandbox.networks.x}/2/tweets`;
  const created = await send(posts, 'POST', { text: 'a', ...settings }, headers);
  const fields = 'tweet.fields=reply_settings,community_id,paid_partnership';
  const read = await call(`${posts}/${textAt(created.body, 'data', 'id')}?${fields}`, { headers });
  const { reply_settings, community_id, paid_partnership } = settings;
  expect(read.body).toMatchObject({ data: { reply_settings, community_id, paid_partnership } });
  const [accepted] = await sandbox.posts();
  expect(accepted?.settings).toEqual(settings);
  expect((await call(accepted?.url ?? '')).text).toContain('<li>made_with_ai: true</li>');
});

test('everybody may reply to a post without settings', async ({ sandbox }) => {
  const { headers } = await signInToX(sandbox);
  const posts = `${sandbox.networks.x}/2/tweets`;
  const created = await send(posts, 'POST', { text: 'a' }, headers);
  const read = await call(`${posts}/${textAt(created.body, 'data', 'id')}?tweet.fields=reply_settings`, { headers });
  expect(read.body).toMatchObject({ data: { reply_settings: 'everyone' } });
  expect((await sandbox.posts())[0]).not.toHaveProperty('settings');
});

test.each([
  ['an unknown rule for replies', { reply_settings: 'everyone' }],
  ['a community that is no number', { community_id: 'birds' }],
  ['a label that is no flag', { made_with_ai: 'yes' }],
  ['a partner', { paid_partnership: { name: 'a shop' } }],
])('%s is refused, and nothing is posted', async (_what, wrong) => {
  const sandbox = await open();
  const { headers } = await signInToX(sandbox);
  const refused = await send(`${sandbox.networks.x}/2/tweets`, 'POST', { text: 'a', ...wrong }, headers);
  expect(refused).toMatchObject({ status: 400, body: { title: 'Invalid Request' } });
  expect(await sandbox.posts()).toEqual([]);
});
