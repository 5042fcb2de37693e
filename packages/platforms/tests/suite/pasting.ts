import { describe, expect, it } from 'vitest';
import type { CredentialCapability, PastedCredential, PlatformDriver } from '../../src/index.ts';
import type { Connection } from './browser-flow.ts';
import type { DriverSuiteOptions, SuiteContext } from './context.ts';
import { callFor, HARMLESS_FAULTS } from './faults.ts';

/** The credential that every driver of this suite takes. */
export function credentialOf(driver: PlatformDriver): CredentialCapability {
  if (!driver.credential) throw new Error(`${driver.network} takes no credential`);
  return driver.credential;
}

/** Connects the account of a credential. */
export async function connectPasted(driver: PlatformDriver, credential: PastedCredential): Promise<Connection> {
  const answer = await credentialOf(driver).connect(credential, {});
  if ('choices' in answer) throw new Error('an account has to be chosen');
  const { account, tokens } = answer;
  const { accountId, username, accountUrn } = account;
  return { account: { accountId, username, accountUrn, accessToken: tokens.accessToken }, tokens };
}

/** Connecting with what a user pastes, whole and broken. */
export function describePasting(
  context: SuiteContext,
  { right, unknown, foreign }: NonNullable<DriverSuiteOptions['credential']>,
): void {
  const { driver, control, failureOf } = context;
  const connect = (credential: PastedCredential, kind?: Parameters<typeof callFor>[0]) =>
    credentialOf(driver()).connect(credential, kind ? callFor(kind) : {});
  describe('connecting', () => {
    it('names the account, whose credential does not expire', async () => {
      const answer = await connect(right);
      expect(answer).toMatchObject({ account: { type: 'organization', accountId: expect.stringMatching(/^-?\d+$/) } });
      expect(answer).toMatchObject({ tokens: { refreshToken: null, accessExpiresAt: null } });
    });

    it('knows its own kind of credential by its form', () => {
      const { accepts } = credentialOf(driver());
      expect([right, unknown, foreign, {}].map(accepts)).toEqual([true, true, false, false]);
    });

    it('says what to paste when the network does not know the credential', async () => {
      for (const value of Object.values(unknown)) context.keepSecret(value.split('/').at(-1) ?? null);
      const error = await failureOf(connect(unknown));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
      expect(error.message).toContain(Object.keys(right)[0]);
    });

    it.each(HARMLESS_FAULTS)('fails cleanly when the identity is broken by %s', async (kind, expected) => {
      await control().fault({ operation: 'identity', kind });
      expect((await failureOf(connect(right, kind))).kind).toBe(expected);
    });
  });
}
