import { expect, test } from 'vitest';
import { createReceiverPolicy } from './receiver-address.ts';
import { createSender } from './send-once.ts';

const INSIDE = '10.1.2.3';
const PUBLIC = '8.8.8.8';
const NOT_SENT = { status: null, reason: 'its address is not on the public internet' };

/** Makes a policy for which a name leads first inside, then elsewhere. */
function policyOf(names: readonly string[], ...answers: string[]) {
  let asked = 0;
  const lookup = () => {
    const address = answers[Math.min(asked++, answers.length - 1)] ?? PUBLIC;
    return Promise.resolve([{ address, family: 4 }]);
  };
  return createReceiverPolicy({ names, networks: ['10.1.0.0/16'] }, { allowLoopback: false, lookup });
}

test('a name that led into an allowed network gets nothing at another port once it leads to a public address', async () => {
  const policy = policyOf([], INSIDE, PUBLIC);
  const url = 'https://hooks.example.com:8443/hook';
  expect(await policy.problemOf(url)).toBeNull();
  const sender = createSender(policy, { timeoutMs: 2_000, userAgent: 'social' });
  expect(await sender.send(url, { body: '{}', headers: {} })).toEqual(NOT_SENT);
  await sender.close();
});

test.each([
  [PUBLIC, 443, false, true],
  [PUBLIC, 8443, false, false],
  [PUBLIC, 443, true, false],
  [PUBLIC, 80, true, false],
  [INSIDE, 8443, false, true],
  [INSIDE, 8080, true, true],
  ['10.2.0.1', 443, false, false],
])('%s at port %i, plain http: %s: allowed is %s', (address, port, isPlainHttp, isAllowed) => {
  const asked = { host: 'hooks.example.com', port, isPlainHttp };
  expect(policyOf([]).allows(address, asked)).toBe(isAllowed);
  expect(policyOf(['hooks.example.com']).allows(address, asked)).toBe(true);
});
