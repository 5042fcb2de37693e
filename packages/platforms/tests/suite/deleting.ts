import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import type { SuiteContext } from './context.ts';

/** Deleting posts. */
export function describeDeleting(context: SuiteContext): void {
  const { options, driver, control, connect, failureOf } = context;
  if (!options.registration.create(sandboxApp).actions.deletePost) return;
  describe('deleting', () => {
    it('deletes a post, and deleting it again succeeds', async () => {
      const { account } = await connect();
      const { platformPostId } = await driver().publish({ text: 'short-lived', media: [], meta: {} }, account, {});
      await driver().actions.deletePost?.(platformPostId, account, {});
      await driver().actions.deletePost?.(platformPostId, account, {});
      expect(await control().acceptedPosts()).toMatchObject([{ deletedAt: expect.any(String) }]);
    });

    it('does not know whether a lost deletion happened', async () => {
      const { account } = await connect();
      const { platformPostId } = await driver().publish({ text: 'short-lived', media: [], meta: {} }, account, {});
      await control().fault({ operation: 'delete', kind: 'accept-then-drop' });
      const error = await failureOf(driver().actions.deletePost?.(platformPostId, account, {}) ?? Promise.resolve());
      expect(error.kind).toBe('outcome-unknown');
    });

    it('refuses an invalid id without asking the network', async () => {
      const { account } = await connect();
      const error = await failureOf(driver().actions.deletePost?.('../users', account, {}) ?? Promise.resolve());
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
    });
  });
}
