import { describe, expect, it } from 'vitest';
import type { SuiteContext } from './context.ts';

/** Finding the id of a post in what a person copies, and reading the post. */
export function describeOwnPosts(context: SuiteContext): void {
  const { options, driver, connect, post } = context;
  const text = `told ${options.specialCharacters.replaceAll(/\s/g, '')} apart`;

  async function publish() {
    const { account } = await connect();
    const sent = options.makeDeletable?.() ?? post(text);
    const published = await driver().publish(sent, account, {});
    return { ...published, text: sent.text, account, ownPosts: driver().ownPosts };
  }

  describe('naming an own post', () => {
    it('finds its id in the id and in the address', async () => {
      const { platformPostId, url, account, ownPosts } = await publish();
      expect(ownPosts.findId(platformPostId, account)).toBe(platformPostId);
      expect(ownPosts.findId(url, account) ?? (await ownPosts.lookUp?.(url, account, {}))).toBe(platformPostId);
      expect(ownPosts.findId('there is no such id!', account)).toBeNull();
      expect(ownPosts.findId('https://example.com/1', account)).toBeNull();
    });

    it('reads it with its text and time, where programs may', async () => {
      const { platformPostId, url, text: sent, account, ownPosts } = await publish();
      const posts = ownPosts.read && (await ownPosts.read(platformPostId, account, {}));
      if (!ownPosts.read) return expect(ownPosts).not.toHaveProperty('lookUp');
      expect(posts).toMatchObject({ id: platformPostId, url, text: sent, createdAt: expect.any(Date) });
    });
  });
}
