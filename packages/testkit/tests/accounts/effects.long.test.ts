import { useStack } from '@social/testkit';
import { SCOPES } from '@social/types';
import { expect, test } from 'vitest';
import { CALLED, callingWithScopes, isOfPost, STATES } from './calling-with-scopes.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

test('no key has an effect that its scope does not cover, by any operation on a post in any state', async () => {
  const { call, callInStates, seen } = callingWithScopes(stack, workspace);
  for (const called of CALLED) {
    if (isOfPost(called)) await callInStates(called, SCOPES, STATES);
    else for (const scope of SCOPES) await call(called, scope);
  }
  expect(seen).toEqual(new Set(['publish', 'delete', 'action']));
});
