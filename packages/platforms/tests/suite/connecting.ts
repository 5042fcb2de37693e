import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import { isOpen } from '../../src/index.ts';
import { authorize, oauthOf } from './browser-flow.ts';
import type { SuiteContext } from './context.ts';
import { callFor, HARMLESS_FAULTS } from './faults.ts';

/** The browser flow, its tokens and the identity, whole and broken. */
export function describeConnecting(context: SuiteContext): void {
  const { options, driver, createDriver, control, connect, post, failureOf } = context;
  describe('connecting', () => {
    it('goes through the browser and back, and names the account', async () => {
      const { account, tokens } = await connect();
      expect(account.accountId).not.toBe('');
      if (options.neverExpires) expect(tokens.accessExpiresAt).toBeNull();
      else expect(tokens.accessExpiresAt?.getTime()).toBeGreaterThan(Date.now());
      const [option] = await oauthOf(driver()).listAccounts(tokens.accessToken, {});
      expect(option).toMatchObject({ type: options.accountType ?? 'personal', accountId: account.accountId });
      expect(option?.picture).toMatch(/^https?:/);
    });

    it('is granted every scope it asks for', async () => {
      const { tokens } = await connect();
      expect(new Set(tokens.scopes)).toEqual(new Set(oauthOf(driver()).scopes));
    });

    it('uses each code once, and says what to do about a dead one', async () => {
      const request = await authorize(driver());
      await oauthOf(driver()).exchangeCode(request, {});
      const error = await failureOf(oauthOf(driver()).exchangeCode(request, {}));
      expect(['rejected', 'reconnect']).toContain(error.kind);
      expect(error.message).toMatch(/connect/);
    });

    it('refuses a code with a wrong PKCE verifier, where it uses PKCE', async () => {
      const verifier = 'verifier-'.repeat(6);
      const request = await authorize(driver(), verifier);
      const codeVerifier = request.codeVerifier.replace(verifier, 'another-'.repeat(6));
      const exchange = oauthOf(driver()).exchangeCode({ ...request, codeVerifier }, {});
      if (oauthOf(driver()).usesPkce) expect((await failureOf(exchange)).kind).toBe('rejected');
      else expect((await exchange).accessToken).not.toBe('');
    });

    const itWithRegisteredApp = isOpen(options.registration) ? () => undefined : it;
    itWithRegisteredApp('names the configuration when the network does not know the app', async () => {
      const stranger = createDriver({ clientId: sandboxApp.clientId, clientSecret: 'a wrong secret' });
      const request = await authorize(driver());
      const error = await failureOf(oauthOf(stranger).exchangeCode(request, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden' });
      expect(error.message).toContain(`SOCIAL_${options.registration.platform.toUpperCase()}_CLIENT_SECRET`);
    });

    it.each(HARMLESS_FAULTS)('fails cleanly when the token answer is broken by %s', async (kind, expected) => {
      await control().fault({ operation: 'token', kind });
      const request = await authorize(driver());
      expect((await failureOf(oauthOf(driver()).exchangeCode(request, callFor(kind)))).kind).toBe(expected);
    });

    const identityFaults = HARMLESS_FAULTS.filter(([kind]) => !(options.identityKeepsId && kind === 'no-id'));
    it.each(identityFaults)('fails cleanly when the identity is broken by %s', async (kind, expected) => {
      const { tokens } = await connect();
      await control().fault({ operation: 'identity', kind });
      expect((await failureOf(oauthOf(driver()).listAccounts(tokens.accessToken, callFor(kind)))).kind).toBe(expected);
    });

    const canRevoke = options.registration.create(sandboxApp).oauth?.revoke !== undefined;
    if (canRevoke) {
      it('revokes a grant, and a dead one counts as revoked', async () => {
        const { tokens, account } = await connect();
        const token = { value: tokens.accessToken, kind: 'access' } as const;
        await oauthOf(driver()).revoke?.(token, {});
        const error = await failureOf(driver().publish(post('too late'), account, {}));
        expect(error).toMatchObject({ kind: 'reconnect', code: 'reconnect_required', status: 401 });
        expect(error.message).toContain(`connect ${options.registration.platform} again`);
        await expect(oauthOf(driver()).revoke?.(token, {})).resolves.toBeUndefined();
      });
    }
  });
}
