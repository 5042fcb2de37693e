import { type Stack, startStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

describe('the set-up of a server', () => {
  const ask = async (on: Stack) => (await on.anonymous('GET', '/api/account/setup')).body;

  test.each([
    ['first', { isEmpty: true, canSignUp: true }, { isEmpty: false, canSignUp: false }],
    ['open', { isEmpty: true, canSignUp: true }, { isEmpty: false, canSignUp: true }],
    ['closed', { isEmpty: true, canSignUp: false }, { isEmpty: false, canSignUp: false }],
  ])(
    'with SOCIAL_SIGN_UP=%s says whether an account can be made, before and after the first one',
    async (policy, empty, then) => {
      await using own = await startStack({ env: { SOCIAL_SIGN_UP: policy } });
      const always = { needsSetupToken: false, canResetPassword: false };
      expect(await ask(own)).toEqual({ ...empty, ...always });
      await own.createWorkspace();
      expect(await ask(own)).toEqual({ ...then, ...always });
    },
  );
});
