import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import { connectAccount } from './browser-flow.ts';
import type { SuiteContext } from './context.ts';

/** Reading the counters of posts. */
export function describeCounting(context: SuiteContext): void {
  const { options, createDriver, control, connect, post, failureOf } = context;
  const { countingScopes, makeDeletable, registration } = options;
  const { counters } = registration.create(sandboxApp);

  if ('none' in counters) {
    it('says why there are no counters', () => {
      expect(counters.none).toMatch(/^[A-Z].{20,140}[^.]$/);
    });
    return;
  }
  const names = counters.fields.map(({ name }) => name);

  /** Publishes a post. @returns its id at the sandbox, and functions that read and delete it */
  async function publishCounted() {
    const driver = createDriver({ ...sandboxApp, ...(countingScopes && { scopes: countingScopes }) });
    const { account } = await (countingScopes ? connectAccount(driver) : connect());
    const { platformPostId } = await driver.publish(makeDeletable?.() ?? post('how did it do?'), account, {});
    const [accepted] = await control().acceptedPosts();
    if ('none' in driver.counters) return expect.fail('the driver reads counters');
    const { read } = driver.counters;
    const remove = async () => driver.actions.deletePost?.(platformPostId, account, {});
    return { id: accepted?.id ?? '', read: () => read(platformPostId, account, {}), remove };
  }

  describe('counting', () => {
    it('reads every counter that the network tells, each under its own name', async () => {
      const { id, read } = await publishCounted();
      const told = Object.fromEntries(names.map((name, index) => [name, index + 2]));
      await control().setCounters({ id, counters: told });
      expect(await read()).toEqual(told);
    });

    it('reads a post for which nobody did anything, without inventing what the network leaves out', async () => {
      const { read } = await publishCounted();
      const told = await read();
      expect(Object.values(told ?? {}).every((value) => value === 0)).toBe(true);
      expect(names).toEqual(expect.arrayContaining(Object.keys(told ?? { missing: true })));
    });

    const { deletePost } = registration.create(sandboxApp).actions;
    const isDeletable = deletePost !== null && (options.hasDeletionTests ?? true);
    const itWithDeletion: (name: string, run: () => Promise<void>) => void = isDeletable ? it : () => undefined;
    itWithDeletion('tells a post that the network no longer shows from one with zeros', async () => {
      const { read, remove } = await publishCounted();
      await remove();
      expect(await read()).toBeNull();
    });

    it('waits as long as the network says', async () => {
      const { read } = await publishCounted();
      await control().fault({ operation: 'read', kind: 'rate-limit', retryAfterSeconds: 90 });
      expect(await failureOf(read())).toMatchObject({ kind: 'rate-limited', code: 'network_rate_limited' });
    });

    it.each(['server-error', 'garbage', 'drop'] as const)(
      'takes a reading that ends with %s for trouble',
      async (kind) => {
        const { read } = await publishCounted();
        await control().fault({ operation: 'read', kind });
        expect(await failureOf(read())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
      },
    );
  });
}
