import { sandboxApp } from '@social/sandbox';
import { expect, it } from 'vitest';
import { connectAccount, oauthOf, REDIRECT_URI } from '../suite/browser-flow.ts';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

testPlatformDriver(
  {
    registration: registrationOf('facebook'),
    accountType: 'organization',
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '@[]{}&=%+#',
    provenByHead: [],
    duplicatesSurviveDeletion: false,
    refusedMedia: [{ ...sampleImage({ shade: 1 }), contentType: 'image/webp' }],
    wordlessFaults: ['version-sunset', 'credits-depleted'],
  },
  ({ driver, createDriver, control, connect, failureOf }) => {
    const pagesOf = async () => {
      const { tokens } = await connect();
      return (await oauthOf(driver()).listAccounts(tokens.accessToken, {})).map(({ name }) => name);
    };

    it.each([
      ['a business portfolio', 'page-portfolio'],
      ['the new kind, with tasks of other names', 'page-new'],
    ])('offers pages of %s', async (_kind, type) => {
      const before = await pagesOf();
      await control().addAccount({ username: 'further', name: 'A further page', type });
      expect(await pagesOf()).toEqual([...before, 'A further page']);
    });

    it('deletes a video', async () => {
      const { account } = await connect();
      const post = { text: 'A walk', media: [sampleVideo(10_000)], settings: {} };
      const { platformPostId } = await driver().publish(post, account, {});
      expect(await driver().actions.deletePost?.(platformPostId, account, {})).toBe('deleted');
      expect(await driver().actions.deletePost?.(platformPostId, account, {})).toBe('gone');
      expect(await control().acceptedPosts()).toMatchObject([{ deletedAt: expect.any(String) }]);
    });

    it('does not offer pages on which nothing may be published', async () => {
      await control().addAccount({ username: 'analysed', name: 'Only looked at', type: 'page-analyst' });
      expect(await pagesOf()).not.toContain('Only looked at');
    });

    it('has Facebook make a card of the first link of a text', async () => {
      const { account } = await connect();
      const text = 'In README.md and https://example.org/notes, not https://example.org/other';
      const { note } = await driver().publish({ text, media: [], settings: {} }, account, {});
      expect(note).toBeUndefined();
      expect(await control().acceptedPosts()).toMatchObject([{ text, card: { url: 'https://example.org/notes' } }]);
    });

    it('publishes without a card, and says so, when Facebook refuses the link', async () => {
      const { account } = await connect();
      const text = 'See https://www.facebook.com/zuck';
      const { note } = await driver().publish({ text, media: [], settings: {} }, account, {});
      expect(note).toBe('The link has no card: Facebook does not use its page for one.');
      const [post, ...others] = await control().acceptedPosts();
      expect([post?.text, post?.card, others]).toEqual([text, undefined, []]);
    });

    it('publishes without a card when Facebook refuses the link in words of its own', async () => {
      const { account } = await connect();
      await control().fault({ operation: 'publish', kind: 'forbidden' });
      const text = 'See https://example.org/odd';
      expect((await driver().publish({ text, media: [], settings: {} }, account, {})).note).toContain('no card');
      expect(await control().acceptedPosts()).toMatchObject([{ text }]);
    });

    it('publishes once when the answer to a text with a link is lost', async () => {
      const { account } = await connect();
      await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
      const post = { text: 'See https://example.org', media: [], settings: {} };
      const error = await failureOf(driver().publish(post, account, {}));
      expect(error.kind).toBe('outcome-unknown');
      expect(await control().countRequests('publish')).toBe(1);
    });

    it('describes pictures for people who cannot see them', async () => {
      const { account } = await connect();
      const media = [sampleImage({ shade: 5, alt: 'A grey dot' })];
      const { url } = await driver().publish({ text: 'seen', media, settings: {} }, account, {});
      expect(await (await fetch(url)).text()).toContain('alt="A grey dot"');
    });

    it('asks for the permissions that the app was reviewed for', async () => {
      const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
      const reviewed = createDriver({ ...sandboxApp, scopes });
      expect(oauthOf(reviewed).scopes).toEqual(scopes);
      const asked = { redirectUri: REDIRECT_URI, state: 'state', codeVerifier: '' };
      const { searchParams } = (await oauthOf(reviewed).beginSignIn(asked, {})).url;
      expect(searchParams.get('scope')).toBe(scopes.join(','));
      const { tokens, account } = await connectAccount(reviewed);
      expect(new Set(tokens.scopes)).toEqual(new Set(scopes));
      await reviewed.publish({ text: 'reviewed', media: [], settings: {} }, account, {});
    });

    it('reads no counters without the permission, and publishing goes on', async () => {
      const { account } = await connect();
      const { platformPostId } = await driver().publish({ text: 'counted', media: [], settings: {} }, account, {});
      const limited = await connectAccount(createDriver({ ...sandboxApp, scopes: ['pages_show_list'] }));
      const { counters } = driver();
      if ('none' in counters) return expect.fail('the driver reads counters');
      const error = await failureOf(counters.read(platformPostId, limited.account, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden', upstreamCode: '10' });
      expect(error.message).toContain('connect socialnet again');
      expect(await counters.read(platformPostId, account, {})).toEqual({ reactions: 0, comments: 0 });
    });

    it('signs in by a configuration in place of permissions, and tells all that it grants', async () => {
      const configured = createDriver({ ...sandboxApp, configId: '4711' });
      const asked = { redirectUri: REDIRECT_URI, state: 'state', codeVerifier: '' };
      const { searchParams } = (await oauthOf(configured).beginSignIn(asked, {})).url;
      expect([searchParams.get('config_id'), searchParams.get('scope')]).toEqual(['4711', null]);
      const { tokens, account } = await connectAccount(configured);
      expect(tokens.scopes).toEqual(expect.arrayContaining([...oauthOf(configured).scopes, 'pages_manage_engagement']));
      await configured.publish({ text: 'configured', media: [], settings: {} }, account, {});
    });
  },
);
