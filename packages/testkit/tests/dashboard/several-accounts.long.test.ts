import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { Composition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

const NETWORK = 'Mastodon';
const SERVER = 'fosstodon.org';
const NEWS = 'Mastodon · news';
const OWNER = 'Mastodon · sandbox-owner';

test('connects, names, writes to and disconnects two accounts of one network', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor }) => {
  const { page, context } = visitor;
  await visitor.signUp();
  await visitor.nameAccount(NETWORK, { host: SERVER });
  await visitor.approve();
  await visitor.confirm(NETWORK);
  await page.getByRole('button', { name: `Connect another account: ${NETWORK}` }).click();
  await page.getByLabel('Server of the account').fill(SERVER);
  await page.getByRole('button', { name: 'Continue' }).click();
  await visitor.approve('Sandbox Friend');
  await visitor.seeText('the same account is renewed, another one is added.');
  await visitor.confirm(NETWORK);
  await page.getByRole('status').getByText('Mastodon is connected as Sandbox Friend').waitFor();
  const account = (name: string) => visitor.card(NETWORK).getByRole('listitem', { name, exact: true });
  await account('sandbox-owner').getByText('Default', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Rename Mastodon · sandbox-friend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename sandbox-friend' });
  const field = dialog.getByLabel('Name');
  await field.fill('Our news');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByText('Use 1 to 32 lower-case letters, digits and dashes.').waitFor();
  visitor.expectRefusal('409 /api/connect/mastodon/accounts/sandbox-friend');
  await field.fill('sandbox-owner');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByText('Another account of this profile has or had the name sandbox-owner').waitFor();
  await field.fill('news');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('status').getByText('sandbox-friend is called news now.').waitFor();
  await account('news').getByText('Sandbox Friend').waitFor();
  await expectGoodLook(page, 'connections-several');

  const composition = new Composition(page);
  await composition.open();
  await composition.choose(OWNER, NEWS);
  await visitor.seeText('2 accounts chosen');
  await composition.text.fill('For everybody.');
  await composition.customize(NEWS, 'For readers of news.');
  await composition.check(OWNER).getByText('For everybody.').waitFor();
  await composition.check(NEWS).getByText('For readers of news.').waitFor();
  await expectGoodLook(page, 'compose-several');
  await page.getByRole('button', { name: 'Publish now' }).click();
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await results.filter({ hasText: 'Sandbox Owner · Mastodon' }).getByText('Published', { exact: true }).waitFor();
  await results.filter({ hasText: 'Sandbox Friend · Mastodon' }).getByText('Published', { exact: true }).waitFor();
  const { body } = await visitor.read('/api/v1/posts');
  expect(body).toMatchObject({
    posts: [
      {
        text: 'For everybody.',
        platforms: ['mastodon:sandbox-owner', 'mastodon:news'],
        overrides: { 'mastodon:news': { text: 'For readers of news.' } },
      },
    ],
  });

  await page.goto('/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Newsroom');
  await form.getByRole('checkbox', { name: 'Mastodon, all accounts' }).waitFor();
  await form.getByRole('checkbox', { name: NEWS }).check();
  await expectGoodLook(page, 'key-accounts');
  await form.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Newsroom' }).getByText(`Only ${NEWS}`).waitFor();
  expect(await visitor.read('/api/keys')).toMatchObject({ body: { keys: [{ platforms: ['mastodon:news'] }] } });

  const data = { text: 'Written before.', platforms: ['mastodon:sandbox-owner', 'mastodon:news'] };
  const { id } = (await (await context.request.post('/api/v1/drafts', { data })).json()) as { id: string };
  await page.goto('/connections');
  await page.getByRole('button', { name: 'Make default: Mastodon · news' }).click();
  await page.getByRole('status').getByText('news is the default account of Mastodon now.').waitFor();
  await account('news').getByText('Default', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Disconnect Mastodon · sandbox-owner' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect Mastodon · sandbox-owner?' });
  await question.getByText('published as Sandbox Owner').waitFor();
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('status').getByText('Mastodon · sandbox-owner is disconnected').waitFor();
  await visitor.card(NETWORK).getByText('Sandbox Friend', { exact: true }).waitFor();
  expect(await visitor.read('/api/connect/status')).toMatchObject({
    body: { mastodon: { connected: true, accounts: [{ name: 'news', isDefault: true }] } },
  });

  await page.goto(`/write?draft=${id}`);
  const gone = page.getByRole('checkbox', { name: 'Mastodon · sandbox-owner', exact: true });
  await gone.waitFor();
  expect(await gone.isChecked()).toBe(true);
  expect(await composition.account(NEWS).isChecked()).toBe(true);
  await composition
    .check('Mastodon · sandbox-owner')
    .getByText('Nothing can be published there now: connect it, or take it out.')
    .waitFor();
  await composition.text.fill('Written again.');
  await expect.poll(async () => (await visitor.read(`/api/v1/drafts/${id}`)).body['text']).toBe('Written again.');
  await gone.click();
  await gone.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeText('1 of 1 published');
});
