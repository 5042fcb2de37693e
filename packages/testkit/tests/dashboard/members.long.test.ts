import { PASSWORD } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

/** Invites with the dialog. @returns the link */
async function inviteByDialog({ page }: Visitor, role: string, email = ''): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: role }).check();
  if (email) await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  return link;
}

/** Makes the stranger a member without a page being opened. */
async function enlist(visitor: Visitor, stranger: Visitor, role: string): Promise<void> {
  const invited = await visitor.context.request.post('/api/invitations', { data: { role } });
  const { url } = (await invited.json()) as { url: string };
  const data = { token: url.split('#')[1], email: stranger.email, password: stranger.password };
  const joined = await stranger.context.request.post('/api/account/join', { data });
  expect(joined.status()).toBe(201);
}

test('a member is invited, joins, gets another role and is removed, while a revoked invitation opens nothing', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, stranger }) => {
  const { page, context } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.enroll();
  await page.goto('/members');
  await visitor.seeText('Owner, founder');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('dialog').getByText('Reads, and writes drafts').waitFor();
  await expectGoodLook(page, 'members-invite');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const revoked = await inviteByDialog(visitor, 'Owner');
  await page.getByRole('button', { name: 'I have passed it on' }).click();
  await page.getByRole('button', { name: 'Revoke the invitation' }).click();
  await visitor.seeText('The invitation is revoked.');
  stranger.expectRefusal('400 /api/account/join/describe');
  await stranger.page.goto(revoked);
  await stranger.seeHeading('This link does not work');
  await expectGoodLook(stranger.page, 'join-invalid');

  const link = await inviteByDialog(visitor, 'Writer', stranger.email);
  const dialog = page.getByRole('dialog', { name: 'The link of the invitation' });
  await dialog.getByText('No mail was sent').waitFor();
  await expectGoodLook(page, 'members-link');
  await dialog.locator('button:focus', { hasText: 'Copy the link' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I have passed it on' }).click();
  const open = page.getByRole('list', { name: 'Open invitations' });
  await open.getByText(stranger.email).first().waitFor();

  await stranger.page.goto(link);
  // The address differs in its fragment alone, which loads nothing.
  await stranger.page.reload();
  await stranger.seeText(`${visitor.email} invites you to the workspace, as a writer, who reads, and writes drafts`);
  expect(await stranger.page.getByLabel('Email').inputValue()).toBe(stranger.email);
  await expectGoodLook(stranger.page, 'join');
  await stranger.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await stranger.page.getByRole('button', { name: 'Create account' }).click();
  await stranger.page.getByRole('button', { name: `Account ${stranger.email}` }).waitFor();

  await page.reload();
  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: stranger.email });
  await row.getByLabel(`Role of ${stranger.email}`).selectOption('editor');
  await visitor.seeText(`${stranger.email} is editor now.`);
  await expectGoodLook(page, 'members');
  await row.getByLabel(`Role of ${stranger.email}`).selectOption('owner');
  await visitor.seeText(`${stranger.email} is owner now.`);
  await row.getByLabel(`Role of ${stranger.email}`).selectOption('writer');
  const losing = page.getByRole('dialog', { name: `Make ${stranger.email} a writer?` });
  await losing.getByText('The invitations and the API keys').waitFor();
  await losing.getByRole('button', { name: 'Change the role' }).click();
  await visitor.seeText(`${stranger.email} is writer now.`);
  await row.getByRole('button', { name: `Remove ${stranger.email}` }).click();
  const question = page.getByRole('dialog', { name: `Remove ${stranger.email}?` });
  await question.getByText('The account is deleted').waitFor();
  await question.getByLabel('Keep the API keys that this person has made').waitFor();
  await expectGoodLook(page, 'members-remove');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await visitor.seeText(`${stranger.email} was removed.`);
  await page.locator('h1:focus').waitFor();
  stranger.expectRefusal(
    '401 /api/v1/posts',
    '401 /api/usage',
    '401 /api/profiles',
    '401 /api/connect/status',
    '401 /api/events',
  );
  await stranger.page.goto('/account');
  await stranger.seeHeading('Sign in');
});

test('a writer is offered nothing that a writer may not do, and leaves on the page of the account', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, stranger, server }) => {
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const { request } = visitor.context;
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const later = { text: 'Goes out later', platforms: ['profnet'], scheduledFor: at, labels: ['launch'] };
  const post = await (await request.post('/api/v1/posts', { data: later })).json();
  const draft = await (
    await request.post('/api/v1/drafts', { data: { text: 'Waits', platforms: ['profnet'] } })
  ).json();
  await enlist(visitor, stranger, 'writer');
  const { page } = stranger;
  await page.goto('/');
  await stranger.seeText('Goes out later');
  const navigation = page.getByRole('navigation', { name: 'Workspace' });
  expect(await navigation.getByRole('link').allTextContents()).toEqual([
    ...['Posts', 'Drafts', 'Calendar', 'Results', 'Activity', 'Connections', 'Profiles', 'Usage', 'Account'],
  ]);
  await stranger.show(`/posts/${post.id}`);
  await stranger.seeText('Goes out later');
  await stranger.seeHeading('What happened');
  expect(await page.getByRole('button', { name: /time|Cancel|Take back|Retry|labels/ }).count()).toBe(0);
  await stranger.show(`/drafts/${draft.id}`);
  await stranger.seeText('An owner or editor decides about it');
  expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Delete']);
  await expectGoodLook(page, 'draft-of-writer');
  await stranger.show('/connections');
  await stranger.seeConnections();
  expect(
    await page
      .getByRole('main')
      .getByRole('button')
      .or(page.getByRole('link', { name: /^Connect / }))
      .count(),
  ).toBe(0);
  await stranger.show('/profiles');
  await stranger.seeText('On the command line');
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  for (const place of ['/keys', '/members']) {
    await stranger.show(place);
    await stranger.seeText('This page is for owners');
  }

  await stranger.show('/account');
  await stranger.seeText(`Signed in as ${stranger.email}, writer.`);
  expect(await page.getByRole('heading', { name: 'Mails' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByText('is deleted at once').waitFor();
  await expectGoodLook(page, 'leave');
  await page.getByRole('button', { name: 'Leave and delete my account' }).click();
  await stranger.seeHeading('Sign in');
  expect((await visitor.context.request.get('/api/members').then((answer) => answer.json())).members).toHaveLength(1);
});
