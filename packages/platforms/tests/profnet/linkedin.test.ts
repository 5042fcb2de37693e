import { sandboxSeed } from '@social/sandbox';
import { expect, it } from 'vitest';
import { testPlatformDriver } from '../suite/driver-suite.ts';
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
  ({ driver, control, connect, failureOf }) => {
    const required = <Action>(action: Action | undefined): Action => action ?? expect.fail('the action is missing');

    it('names the earlier post when a text is a duplicate', async () => {
      const { account } = await connect();
      const post = { text: 'twice', media: [], meta: {} };
      const { platformPostId } = await driver().publish(post, account, {});
      const error = await failureOf(driver().publish(post, account, {}));
      expect(error.duplicateOf).toBe(platformPostId);
      expect(error.message).toContain('wait 10 minutes');
    });

    it('survives a network that is strict about its text format', async () => {
      await control().set({ strictText: true });
      const { account } = await connect();
      const text = 'strict (very) #tag a#b #x_y @[x](urn:li:person:1) {hashtag|\\#|x} ＃ <3 ~_*|\\';
      await driver().publish({ text, media: [], meta: {} }, account, {});
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
