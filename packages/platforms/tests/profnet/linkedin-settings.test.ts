import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import { type ConnectedAccount, contentProblem, type PlatformDriver } from '../../src/index.ts';
import { connectAccount } from '../suite/browser-flow.ts';
import { sampleImage, sampleVideo } from '../support/media-samples.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { registrationOf, rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const used = useSandboxedDriver('linkedin');
const stubbed = useStubbedDriver('linkedin');
const company = 'urn:li:organization:5515715';

/** Connects the page of an organization. */
async function connectPage(): Promise<{ page: PlatformDriver; account: ConnectedAccount }> {
  const scopes = ['openid', 'profile', 'email', 'w_member_social', 'w_organization_social', 'rw_organization_admin'];
  const apiUrl = `${used.sandbox.url}/linkedin`;
  const page = registrationOf('linkedin').create({ ...sandboxApp, scopes, apiUrl, oauthUrl: apiUrl });
  const { accessToken } = (await connectAccount(page)).account;
  return { page, account: { accountId: company, accountUrn: company, username: 'sandbox_company', accessToken } };
}

describe('the visibility of a post on LinkedIn', () => {
  it.each(['CONNECTIONS', 'LOGGED_IN'])('is %s where the setting says so', async (visibility) => {
    await used.publish([], {}, { settings: { visibility } }).result;
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { visibility } }]);
  });

  it('is PUBLIC otherwise', async () => {
    await used.publish([], {}, { text: 'one' }).result;
    await used.publish([], {}, { text: 'two', settings: { visibility: 'PUBLIC' } }).result;
    expect((await used.control.acceptedPosts()).map(({ settings }) => settings)).toEqual([undefined, undefined]);
  });

  it('of a page can be LOGGED_IN', async () => {
    const { page, account } = await connectPage();
    await page.publish({ text: 'a page', media: [], settings: { visibility: 'LOGGED_IN' } }, account, {});
    const same = { account: 'sandbox_company', settings: { visibility: 'LOGGED_IN' } };
    expect(await used.control.acceptedPosts()).toMatchObject([same]);
  });

  it('of a page is never CONNECTIONS, which is refused before anything is sent', async () => {
    const { page, account } = await connectPage();
    const settings = { visibility: 'CONNECTIONS' };
    const post = { text: 'a page', media: [sampleImage({ shade: 4 })], settings };
    const problem = { code: 'invalid_request', message: expect.stringContaining('visibility') };
    expect(await rejectionOf(page.publish(post, account, {}))).toMatchObject({ kind: 'rejected', ...problem });
    expect(await used.control.countRequests('upload')).toBe(0);
    const limits = (await page.readLimits?.(account, {})) ?? expect.fail('no limits');
    expect(contentProblem(page, { text: '', settings, hasMedia: false, limits })).toMatchObject(problem);
    const ofMember = (await page.readLimits?.(used.account, {})) ?? null;
    expect(contentProblem(page, { text: '', settings, hasMedia: false, limits: ofMember })).toBeNull();
  });
});

describe('the title of a post on LinkedIn', () => {
  it('stands above a video', async () => {
    const { note } = await used.publish(sampleVideo(80_000), {}, { settings: { title: 'Version 1.4' } }).result;
    expect(note).toBeUndefined();
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { title: 'Version 1.4' } }]);
  });

  it.each([
    ['a text', []],
    ['a picture', [sampleImage({ shade: 5 })]],
  ])('has no effect with %s, and a note says so', async (_what, media) => {
    const { note } = await used.publish(media, {}, { settings: { title: 'Version 1.4' } }).result;
    expect(note).toContain('title');
    expect((await used.control.acceptedPosts()).map(({ settings }) => settings)).toEqual([undefined]);
  });

  it('is named beside a link without a card', async () => {
    const readLinkCard = async () => ({ problem: 'the page is empty' });
    const post = { text: 'Read https://example.org/', settings: { title: 'Version 1.4' } };
    const { note } = await used.publish([], { readLinkCard }, post).result;
    expect(note).toBe(
      'The link has no card: the page is empty. LinkedIn shows a title above videos and documents only: it has no effect.',
    );
  });
});

it('a post without settings is sent as it always was', async () => {
  stubbed.stub.reply = { status: 201, headers: { 'x-restli-id': 'urn:li:share:1' }, body: '' };
  const account = stubAccount('1', { accessToken: 'token' });
  await stubbed.driver.publish({ text: 'a post', media: [], settings: {} }, account, {});
  expect(stubbed.stub.requests.at(-1)?.body).toBe(
    '{"author":"urn:li:person:1","commentary":"a post","visibility":"PUBLIC","distribution":{"feedDistribution":"MAIN_FEED","targetEntities":[],"thirdPartyDistributionChannels":[]},"lifecycleState":"PUBLISHED","isReshareDisabledByAuthor":false}',
  );
});
