import { sandboxApp } from '@social/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallContext, PlatformDriver, TokenSet } from '../../src/index.ts';
import { connectAccount, oauthOf, REDIRECT_URI } from './browser-flow.ts';
import type { SuiteContext } from './context.ts';
import { callFor, HARMLESS_FAULTS } from './faults.ts';

/** Refreshing, and telling a dead grant from trouble. */
export function describeRefreshing(context: SuiteContext): void {
  const { options, createDriver, control, keepSecret, post, failureOf, letPass } = context;
  describe('refreshing', () => {
    const app = options.refreshingApp ?? sandboxApp;
    let refreshing: PlatformDriver;
    beforeEach(async () => {
      if (options.refreshingApp) {
        await control().registerApp({ ...app, redirectUris: [REDIRECT_URI], partner: true });
        keepSecret(app.clientSecret);
      }
      refreshing = createDriver(app);
    });
    const refresh = (token: string, call: CallContext = {}): Promise<TokenSet> =>
      oauthOf(refreshing).refresh?.(token, call) ?? Promise.reject(new Error('this driver cannot refresh'));

    it('gets a new access token that publishes', async () => {
      const { tokens, account } = await connectAccount(refreshing);
      letPass(options.refreshableAfterMs ?? 0);
      const fresh = await refresh(tokens.refreshToken ?? '');
      expect(fresh.accessToken).not.toBe(tokens.accessToken);
      expect(fresh.refreshToken).not.toBeNull();
      await refreshing.publish(
        post('published with a refreshed token'),
        { ...account, accessToken: fresh.accessToken },
        {},
      );
      expect(await control().acceptedPosts()).toHaveLength(1);
    });

    it('asks to reconnect when the grant is dead', async () => {
      const { tokens } = await connectAccount(refreshing);
      keepSecret(tokens.refreshToken);
      await control().fault({ operation: 'refresh', kind: 'invalid-grant' });
      const error = await failureOf(refresh(tokens.refreshToken ?? ''));
      expect(error).toMatchObject({ kind: 'reconnect', code: 'reconnect_required' });
    });

    it.each(HARMLESS_FAULTS)('keeps the connection when refreshing is broken by %s', async (kind, expected) => {
      const { tokens } = await connectAccount(refreshing);
      letPass(options.refreshableAfterMs ?? 0);
      keepSecret(tokens.refreshToken);
      await control().fault({ operation: 'refresh', kind });
      expect((await failureOf(refresh(tokens.refreshToken ?? '', callFor(kind)))).kind).toBe(expected);
    });
  });
}
