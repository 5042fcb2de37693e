import { sandboxApp, sandboxSeed } from '@social/sandbox';
import { expect, it } from 'vitest';
import type { Checkpoint, LinkCard } from '../../src/index.ts';
import { connectAccount, oauthOf } from '../suite/browser-flow.ts';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { fileOf, sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

const { posts } = sandboxSeed.linkedin;

testPlatformDriver(
  {
    registration: registrationOf('linkedin'),
    repeatedDeletion: 'deleted',
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '\\|{}@[]()<>#*_~＃',
    // The id is in a header, which arrived before the body broke.
    provenByHead: ['huge', 'drip'],
    refreshingApp: { clientId: 'partner-app', clientSecret: 'partner-app-secret' },
    duplicatesSurviveDeletion: true,
  },
  ({ driver, createDriver, control, connect, failureOf }) => {
    const required = <Action>(action: Action | undefined): Action => action ?? expect.fail('the action is missing');

    it('names the earlier post when a text is a duplicate', async () => {
      const { account } = await connect();
      const post = { text: 'twice', media: [], settings: {} };
      const { platformPostId } = await driver().publish(post, account, {});
      const error = await failureOf(driver().publish(post, account, {}));
      expect(error.duplicateOf).toBe(platformPostId);
      expect(error.message).toContain('wait 10 minutes');
    });

    it('survives a network that is strict about its text format', async () => {
      await control().set({ strictText: true });
      const { account } = await connect();
      const text = 'strict (very) #tag a#b #x_y @[x](urn:li:share:1) {hashtag|\\#|x} ＃ <3 ~_*|\\';
      await driver().publish({ text, media: [], settings: {} }, account, {});
      expect(await control().acceptedPosts()).toMatchObject([{ text }]);
    });

    it('reshares with a comment, escaped like any text', async () => {
      const { account } = await connect();
      const share = { postId: posts.friend, commentary: 'worth reading (really) #news' };
      const { id, url } = await required(driver().actions.reshare)(share, account, {});
      expect(url).toContain(id);
      expect(await control().acceptedPosts()).toMatchObject([{ id, text: share.commentary }]);
    });

    it('says so when the post to reshare is gone', async () => {
      const { account } = await connect();
      const share = { postId: 'urn:li:share:1', commentary: '' };
      const error = await failureOf(required(driver().actions.reshare)(share, account, {}));
      expect(error).toMatchObject({ kind: 'not-found', code: 'network_not_found' });
    });

    const page = { url: 'https://example.org/notes', title: 'Version 1.4', description: 'What is new' };
    const text = 'Read https://example.org/notes, and example.org/other';
    const cardOf = (card: Partial<LinkCard>) => ({ readLinkCard: async () => ({ ...page, picture: null, ...card }) });

    it('shows the first link of a text as a card, with the picture of its page', async () => {
      const { account } = await connect();
      const asked: string[] = [];
      const picture = sampleImage({ shade: 7 });
      const readLinkCard = async (url: string) => {
        asked.push(url);
        return { ...page, picture };
      };
      const { note } = await driver().publish({ text, media: [], settings: {} }, account, { readLinkCard });
      expect([note, asked]).toEqual([undefined, [page.url]]);
      const card = { ...page, picture: picture.sha256 };
      expect(await control().acceptedPosts()).toMatchObject([{ text, media: [], card }]);
    });

    it('shows a card whose picture the network refuses without it', async () => {
      const { account } = await connect();
      const picture = fileOf(Buffer.from('no picture'), { kind: 'image', contentType: 'image/png', fileName: 'card' });
      await driver().publish({ text, media: [], settings: {} }, account, cardOf({ picture, description: '' }));
      const card = { ...page, description: '', picture: null };
      expect(await control().acceptedPosts()).toMatchObject([{ card }]);
    });

    it.each(['server-error', 'drop', 'rate-limit'] as const)(
      'shows a card without its picture when its upload meets %s',
      async (kind) => {
        const { account } = await connect();
        await control().fault({ operation: 'upload', kind, times: 9 });
        const picture = sampleImage({ shade: 7 });
        await driver().publish({ text, media: [], settings: {} }, account, cardOf({ picture }));
        expect(await control().acceptedPosts()).toMatchObject([{ card: { ...page, picture: null } }]);
      },
    );

    it('may begin again when it was interrupted while a page was read, and not after that', async () => {
      const { account } = await connect();
      const saved: Checkpoint[] = [];
      const saveCheckpoint = async (checkpoint: Checkpoint) => void saved.push(checkpoint);
      await driver().publish({ text, media: [], settings: {} }, account, { ...cardOf({}), saveCheckpoint });
      expect(saved.map((checkpoint) => driver().precedesPublish?.(checkpoint))).toEqual([true, false]);
      saved.length = 0;
      await driver().publish({ text: 'no link', media: [], settings: {} }, account, { saveCheckpoint });
      expect(saved).toEqual([]);
    });

    it('takes no bare name for a link', async () => {
      const { account } = await connect();
      const readLinkCard = () => expect.fail('no page is read');
      await driver().publish({ text: 'Mended in README.md', media: [], settings: {} }, account, { readLinkCard });
    });

    it('cuts words of a page that are longer than a card takes', async () => {
      const { account } = await connect();
      const long = { title: 't'.repeat(1_000), description: 'd'.repeat(10_000) };
      await driver().publish({ text, media: [], settings: {} }, account, cardOf(long));
      const [post] = await control().acceptedPosts();
      expect(post?.card?.title).toMatch(/^t{390,399}…$/);
      expect(post?.card?.description).toMatch(/^d{4000,4085}…$/);
    });

    it('publishes without a card, and says so, when the page cannot be read', async () => {
      const { account } = await connect();
      const readLinkCard = async () => ({ problem: 'the page example.org could not be used: it answered 404' });
      const { note } = await driver().publish({ text, media: [], settings: {} }, account, { readLinkCard });
      expect(note).toBe('The link has no card: the page example.org could not be used: it answered 404.');
      const [post] = await control().acceptedPosts();
      expect([post?.text, post?.card]).toEqual([text, undefined]);
    });

    it('shows no card beside a picture', async () => {
      const { account } = await connect();
      const readLinkCard = () => expect.fail('no page is read');
      await driver().publish({ text, media: [sampleImage({ shade: 9 })], settings: {} }, account, { readLinkCard });
      const [post] = await control().acceptedPosts();
      expect([post?.media.length, post?.card]).toEqual([1, undefined]);
    });

    const company = 'urn:li:organization:5515715';
    const pageScopes = ['openid', 'profile', 'email', 'w_member_social', 'w_organization_social'];
    const asPublisher = (scopes = [...pageScopes, 'rw_organization_admin']) => createDriver({ ...sandboxApp, scopes });

    it('offers the organizations that the member administers, where the sign-in asks for them', async () => {
      const { tokens, account } = await connectAccount(asPublisher());
      const options = await oauthOf(asPublisher()).listAccounts(tokens.accessToken, {});
      expect(options).toMatchObject([
        { accountId: account.accountId, type: 'personal' },
        { accountId: company, type: 'organization', name: 'Sandbox Company', username: 'sandbox_company' },
      ]);
      expect(await oauthOf(driver()).listAccounts(tokens.accessToken, {})).toHaveLength(1);
    });

    it('offers the member alone when the sign-in did not grant to see organizations', async () => {
      const publisher = asPublisher(pageScopes);
      const { tokens } = await connectAccount(publisher);
      expect(await oauthOf(publisher).listAccounts(tokens.accessToken, {})).toMatchObject([{ type: 'personal' }]);
    });

    it('says so when a sign-in for organizations finds none', async () => {
      const scopes = ['w_member_social', 'w_organization_social', 'rw_organization_admin'];
      await control().set({ authorizeAs: 'sandbox_friend' });
      const error = await failureOf(connectAccount(asPublisher(scopes)));
      expect(error.message).toContain('no page that this account may publish as');
    });

    it('publishes, with a picture, a card or a video, and deletes as an organization', async () => {
      const publisher = asPublisher();
      const { tokens } = await connectAccount(publisher);
      const { accessToken } = tokens;
      const account = { accountId: company, accountUrn: company, username: 'sandbox_company', accessToken };
      const image = sampleImage({ shade: 3 });
      const picture = sampleImage({ shade: 4 });
      await publisher.publish({ text: 'with a picture', media: [image], settings: {} }, account, {});
      await publisher.publish({ text, media: [], settings: {} }, account, cardOf({ picture }));
      const video = sampleVideo(80_000);
      const { platformPostId } = await publisher.publish({ text: 'moving', media: [video], settings: {} }, account, {});
      expect(await control().acceptedPosts()).toMatchObject([
        { account: 'sandbox_company', media: [{ sha256: image.sha256 }] },
        { account: 'sandbox_company', card: { picture: picture.sha256 } },
        { account: 'sandbox_company', media: [{ sha256: video.sha256 }] },
      ]);
      expect(await publisher.actions.deletePost?.(platformPostId, account, {})).toBe('deleted');
    });

    it('does not publish as an organization without its permission', async () => {
      const { account } = await connect();
      const page = { ...account, accountId: company, accountUrn: company };
      const error = await failureOf(driver().publish({ text: 'not mine', media: [], settings: {} }, page, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden' });
    });

    it('does not know whether a reshare with a lost answer happened', async () => {
      const { account } = await connect();
      await control().fault({ operation: 'action', kind: 'accept-then-half' });
      const share = { postId: posts.friend, commentary: 'maybe' };
      const error = await failureOf(required(driver().actions.reshare)(share, account, {}));
      expect(error.kind).toBe('outcome-unknown');
      expect(await control().countRequests('action')).toBe(1);
    });
  },
);
