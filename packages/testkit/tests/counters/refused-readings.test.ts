import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace, proxy } = useStack({ connect: ['socialnet'], proxied: ['socialnet'] });

test('a network that refuses a reading is not said to refuse the post', async () => {
  const { body } = await workspace.publish({ text: uniqueText('Refused'), platforms: ['socialnet'] });
  expect(body.outcome).toBe('published');
  const error = {
    ...{ message: '(#100) Tried accessing nonexisting field (shares)', type: 'OAuthException', code: 100 },
    fbtrace_id: 'AbCdEf',
  };
  proxy.intercept = ({ method }) => (method === 'GET' ? { status: 400, body: JSON.stringify({ error }) } : undefined);
  const { readings } = (await workspace.api('GET', `/api/v1/posts/${body.id}/counters`)).body;
  expect(readings).toMatchObject([
    { reason: 'unavailable', note: 'the network refuses to tell what it counts; look at the post there', readAt: null },
  ]);
  // The operator finds the network's code in the log.
  expect(stack.log.find((line) => line.includes('a network told no counters'))).toContain('"upstream":"100"');
});
