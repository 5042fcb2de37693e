import { useStack } from '@social/testkit';
import { SCOPES } from '@social/types';
import { expect, test } from 'vitest';
import { CALLED, callingWithScopes, effectsOf, isOfPost } from './calling-with-scopes.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

test('no key has an effect at a network that its scope does not cover', async () => {
  const { call, callInStates, seen } = callingWithScopes(stack, workspace);
  for (const called of CALLED.filter((one) => isOfPost(one) || effectsOf(one).length > 0)) {
    if (isOfPost(called)) await callInStates(called, SCOPES, ['published', 'failed', 'named']);
    else for (const scope of SCOPES) await call(called, scope);
  }
  expect(seen).toEqual(new Set(['publish', 'delete', 'action']));
});
