import { sandboxSeed } from '@social/sandbox';
import { expect, it } from 'vitest';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { sampleImage } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

const { accounts, posts } = sandboxSeed.x;

testPlatformDriver(
  {
    registration: registrationOf('x'),
    repeatedDeletion: 'deleted',
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '@#$&<>"\\/{}',
    provenByHead: [],
    duplicatesSurviveDeletion: false,
  },
  ({ driver, control, connect, failureOf }) => {
    const required = <Action>(action: Action | null | undefined): Action =>
      action ?? expect.fail('the action is missing');

    it('likes and unlikes', async () => {
      const { account } = await connect();
      const { like, unlike } = driver().actions;
      await required(like)(posts.friend, account, {});
      await required(unlike)(posts.friend, account, {});
      expect(await control().countRequests('action')).toBe(2);
    });

    it('follows, waits for a protected account, and unfollows', async () => {
      const { account } = await connect();
      const { follow, unfollow } = driver().actions;
      expect(await required(follow)(accounts.sandbox_friend, account, {})).toEqual({ pending: false });
      expect(await required(follow)(accounts.sandbox_private, account, {})).toEqual({ pending: true });
      await expect(required(unfollow)(accounts.sandbox_friend, account, {})).resolves.toBeUndefined();
    });

    it('bookmarks and removes the bookmark', async () => {
      const { account } = await connect();
      await required(driver().actions.bookmark)(posts.friend, account, {});
      await expect(required(driver().actions.removeBookmark)(posts.friend, account, {})).resolves.toBeUndefined();
    });

    it('sends a direct message once, even when its answer is lost', async () => {
      const { account } = await connect();
      const message = { recipientId: accounts.sandbox_friend, text: 'hello' };
      const sent = await required(driver().actions.sendDirectMessage)(message, account, {});
      expect(sent.eventId).toMatch(/^\d+$/);
      expect(sent.conversationId).toContain(accounts.sandbox_friend);
      await control().fault({ operation: 'action', kind: 'accept-then-drop' });
      const lost = await failureOf(required(driver().actions.sendDirectMessage)(message, account, {}));
      expect(lost.kind).toBe('outcome-unknown');
      expect(await control().countRequests('action')).toBe(2);
    });

    it('explains that a recipient takes no direct messages', async () => {
      const { account } = await connect();
      const message = { recipientId: accounts.sandbox_private, text: 'hello' };
      const error = await failureOf(required(driver().actions.sendDirectMessage)(message, account, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_refused', status: 403 });
      expect(error.message).toContain('does not take direct messages');
    });

    it('puts a post below another one of the account, and says so when that one is gone', async () => {
      const { account } = await connect();
      const first = await driver().publish({ text: 'one', media: [], settings: {} }, account, {});
      const second = { text: 'two', media: [], settings: {}, replyTo: first.platformPostId };
      await driver().publish(second, account, {});
      const accepted = await control().acceptedPosts();
      expect(accepted.map(({ text, replyToId }) => [text, replyToId])).toEqual([
        ['one', null],
        ['two', first.platformPostId],
      ]);
      await required(driver().actions.deletePost)(first.platformPostId, account, {});
      const error = await failureOf(driver().publish({ ...second, text: 'three' }, account, {}));
      expect(error).toMatchObject({ kind: 'rejected', status: 403 });
      expect(error.message).toMatch(/reply|answer/i);
    });

    it('hides a reply to an own post and shows it again', async () => {
      const { account } = await connect();
      const setReplyHidden = required(driver().actions.setReplyHidden);
      expect(await setReplyHidden({ postId: posts.reply, hidden: true }, account, {})).toEqual({ hidden: true });
      expect(await setReplyHidden({ postId: posts.reply, hidden: false }, account, {})).toEqual({ hidden: false });
    });

    it('reads the home timeline with dates', async () => {
      const { account } = await connect();
      const timeline = await required(driver().actions.readTimeline)({ maxResults: 5 }, account, {});
      expect(timeline.length).toBeGreaterThan(0);
      for (const post of timeline) expect(post.createdAt).toBeInstanceOf(Date);
    });

    it('finds a user by name, and reports an unknown name', async () => {
      const { account } = await connect();
      const findUser = required(driver().actions.findUser);
      expect(await findUser('sandbox_friend', account, {})).toMatchObject({
        id: accounts.sandbox_friend,
        username: 'sandbox_friend',
      });
      const error = await failureOf(findUser('nobody_here', account, {}));
      expect(error).toMatchObject({ kind: 'not-found', code: 'network_not_found' });
      expect(error.message).toContain('no such account');
      const invalid = await failureOf(findUser('not a name', account, {}));
      expect(invalid).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
    });

    it('finds what it published among its recent posts', async () => {
      const { account } = await connect();
      const { platformPostId, url } = await driver().publish({ text: 'find me', media: [], settings: {} }, account, {});
      const [newest] = await required(driver().listRecentPosts)(account, {});
      expect(newest).toMatchObject({ id: platformPostId, url, text: 'find me' });
      expect(newest?.createdAt).toBeInstanceOf(Date);
    });

    it('takes a GIF only without other files', async () => {
      const { account } = await connect();
      const gif = { ...sampleImage({ shade: 1 }), contentType: 'image/gif' };
      const post = { text: 'gif', media: [gif, sampleImage({ shade: 2 })], settings: {} };
      const error = await failureOf(driver().publish(post, account, {}));
      expect(error).toMatchObject({ code: 'media_refused' });
    });

    it("does not delete another person's post", async () => {
      const { account } = await connect();
      const error = await failureOf(required(driver().actions.deletePost)(posts.friend, account, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_refused' });
      expect(error.message).toContain('only posts of the connected account');
    });
  },
);
