import { connect } from 'node:net';
import { uniqueText, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const LIMIT = 2_000_000;
const PLANS = { free: { label: 'Free', price: 0, monthlyCredits: 100, quotas: { answerBytes: LIMIT } } };
const { stack, workspace } = useStack({ plan: 'free', plans: PLANS, connect: ['profnet'] });

test('answers that nobody reads are limited for their workspace: it is refused before anything is done, and others are not', async () => {
  const neighbour = await stack.createWorkspace({ plan: 'free', connect: ['profnet'] });
  const { status, body: draft } = await workspace.api('POST', '/api/v1/drafts', {
    body: { text: 'x'.repeat(99_000), platforms: ['profnet'] },
  });
  expect(status).toBe(201);
  const { hostname, port } = new URL(stack.url);
  const request = `GET /api/v1/drafts/${draft.id} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${workspace.apiKey}\r\n\r\n`;
  const silent = Array.from({ length: 30 }, () => {
    const socket = connect({ host: hostname, port: Number(port) }).pause();
    socket.write(request.repeat(200));
    return socket;
  });
  const publish = () => ({ text: uniqueText('Waiting'), platforms: ['profnet'] });
  const refused = await vi.waitFor(async () => {
    expect((await workspace.api('GET', '/api/usage')).status).toBe(429);
    const answer = await workspace.publish(publish());
    expect(answer.status).toBe(429);
    return answer;
  }, 60_000);
  expect(refused.body).toMatchObject({
    code: 'rate_limited',
    details: { quota: 'answerBytes', limit: LIMIT },
    error: expect.stringContaining('Nothing was done'),
  });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await neighbour.publish(publish())).body.outcome).toBe('published');
  // What stops or frees something is never refused.
  expect((await workspace.api('DELETE', `/api/v1/drafts/${draft.id}`)).status).toBe(200);
  for (const socket of silent) socket.destroy();
  await vi.waitFor(async () => expect((await workspace.api('GET', '/api/v1/drafts')).status).toBe(200), 30_000);
});
