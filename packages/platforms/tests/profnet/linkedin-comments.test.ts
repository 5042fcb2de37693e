import { sandboxApp } from '@social/sandbox';
import { beforeEach, expect, it } from 'vitest';
import type { ConnectedAccount, PlatformDriver } from '../../src/index.ts';
import { connectAccount } from '../suite/browser-flow.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { registrationOf, rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('linkedin');
const company = 'urn:li:organization:5515715';
const scopes = ['openid', 'profile', 'email', 'w_member_social', 'w_organization_social', 'rw_organization_admin'];
let driver: PlatformDriver;
let member: ConnectedAccount;

async function signIn(more: readonly string[]) {
  const apiUrl = `${used.sandbox.url}/linkedin`;
  driver = registrationOf('linkedin').create({ ...sandboxApp, scopes: [...scopes, ...more], apiUrl, oauthUrl: apiUrl });
  ({ account: member } = await connectAccount(driver));
}

beforeEach(() => signIn(['w_member_social_feed', 'w_organization_social_feed']));

const send = (text: string, { account = member, replyTo }: { account?: ConnectedAccount; replyTo?: string } = {}) =>
  driver.publish({ text, media: [], settings: {}, ...(replyTo !== undefined && { replyTo }) }, account, {});
const remove = (id: string) => driver.actions.deletePost?.(id, member, {});
const asPage = () => ({ ...member, accountId: company, accountUrn: company, username: 'sandbox_company' });

it('comments on a post, finds the comment, and deletes it alone', async () => {
  const { platformPostId: replyTo } = await send('post');
  const text = 'See (notes) #1 @you {x} https://example.org/a';
  const { platformPostId, url, note } = await send(text, { replyTo });
  expect(note).toBeUndefined();
  expect(platformPostId).toMatch(/^urn:li:comment:\(urn:li:share:\d+,\d+\)$/);
  expect((await used.control.acceptedPosts())[1]).toMatchObject({ id: platformPostId, replyToId: replyTo, text, url });
  expect(await (await fetch(url)).text()).toContain('in reply to');
  const { ownPosts } = driver;
  for (const copied of [platformPostId, url]) expect(ownPosts.findId(copied, member)).toBe(platformPostId);
  expect([await remove(platformPostId), await remove(platformPostId)]).toEqual(['deleted', 'gone']);
  expect(await remove(replyTo)).toBe('deleted');
});

it('finds a comment in the link that LinkedIn copies, which names an activity', () => {
  const link =
    'https://www.linkedin.com/feed/update/urn:li:activity:12/?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A12%2C34%29';
  expect(driver.ownPosts.findId(link, member)).toBe('urn:li:comment:(urn:li:activity:12,34)');
});

it('takes a comment for gone once its post was deleted', async () => {
  const { platformPostId: replyTo } = await send('post');
  const { platformPostId } = await send('below', { replyTo });
  await remove(replyTo);
  expect(await remove(platformPostId)).toBe('gone');
});

it('comments as the page that has posted', async () => {
  const { platformPostId: replyTo } = await send('post', { account: asPage() });
  const { platformPostId } = await send('below', { account: asPage(), replyTo });
  expect((await used.control.acceptedPosts())[1]).toMatchObject({ account: 'sandbox_company', replyToId: replyTo });
  expect(await driver.actions.deletePost?.(platformPostId, asPage(), {})).toBe('deleted');
});

it.each<[string[], () => ConnectedAccount]>([
  [[], () => member],
  [['w_member_social_feed'], asPage],
  [['w_organization_social_feed'], () => member],
])('explains the permission that is missing with %j', async (more, accountOf) => {
  await signIn(more);
  const { platformPostId: replyTo } = await send('post', { account: accountOf() });
  const error = await rejectionOf(send('below', { account: accountOf(), replyTo }));
  expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden', status: 403 });
  expect(String(error)).toContain('Community Management API');
});

it('passes on that a comment is too long, or that its post is missing', async () => {
  const { platformPostId: replyTo } = await send('post');
  const error = await rejectionOf(send('x'.repeat(1251), { replyTo }));
  expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('1250 characters') });
  expect(await rejectionOf(send('below', { replyTo: 'urn:li:share:1' }))).toMatchObject({ kind: 'not-found' });
});

it.each(['accept-then-drop', 'accept-then-error', 'no-id'] as const)(
  'does not know whether a comment with a lost answer (%s) was made, and sends it once',
  async (kind) => {
    const { platformPostId: replyTo } = await send('post');
    await used.control.fault({ operation: 'publish', kind });
    expect(await rejectionOf(send('maybe', { replyTo }))).toMatchObject({ kind: 'outcome-unknown' });
    expect(await used.control.countRequests('publish')).toBe(2);
    expect(await used.control.acceptedPosts()).toHaveLength(2);
  },
);
