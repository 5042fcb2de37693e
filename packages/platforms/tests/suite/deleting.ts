import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import type { ConnectedAccount, Deletion } from '../../src/index.ts';
import type { SuiteContext } from './context.ts';

/** Deleting posts. */
export function describeDeleting(context: SuiteContext): void {
  const { options, driver, control, connect, failureOf } = context;
  const { makeDeletable, repeatedDeletion = 'gone' } = options;
  if (!options.registration.create(sandboxApp).actions.deletePost) return;

  const publish = async (account: ConnectedAccount) => {
    const post = makeDeletable?.() ?? { text: 'short-lived', media: [], settings: {} };
    return (await driver().publish(post, account, {})).platformPostId;
  };
  const remove = async (id: string, account: ConnectedAccount): Promise<Deletion | undefined> =>
    driver().actions.deletePost?.(id, account, {});

  describe('deleting', () => {
    it('deletes a post, and deleting it again succeeds', async () => {
      const { account } = await connect();
      const id = await publish(account);
      expect(await remove(id, account)).toBe('deleted');
      expect(await remove(id, account)).toBe(repeatedDeletion);
      expect(await control().acceptedPosts()).toMatchObject([{ deletedAt: expect.any(String) }]);
    });

    it('does not know whether a lost deletion happened, until it is repeated', async () => {
      const { account } = await connect();
      const id = await publish(account);
      await control().fault({ operation: 'delete', kind: 'accept-then-drop' });
      const error = await failureOf(remove(id, account));
      expect(error.kind).toBe('outcome-unknown');
      expect(await remove(id, account)).toBe(repeatedDeletion);
    });

    it("does not take an answer that is no network's for a deletion", async () => {
      const { account } = await connect();
      const id = await publish(account);
      await control().fault({ operation: 'delete', kind: 'garbage' });
      expect((await failureOf(remove(id, account))).kind).toBe('outcome-unknown');
      expect(await control().acceptedPosts()).toMatchObject([{ deletedAt: null }]);
      expect(await remove(id, account)).toBe('deleted');
    });

    it('says that a refused deletion did not happen', async () => {
      const { account } = await connect();
      const id = await publish(account);
      await control().fault({ operation: 'delete', kind: 'forbidden' });
      expect((await failureOf(remove(id, account))).kind).toMatch(/rejected|reconnect/);
      expect(await control().acceptedPosts()).toMatchObject([{ deletedAt: null }]);
    });

    it('refuses an invalid id without asking the network', async () => {
      const { account } = await connect();
      const error = await failureOf(remove('../users', account));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
    });
  });
}
