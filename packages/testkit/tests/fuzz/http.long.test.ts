import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkspace } from '@social/testkit';
import { expect, test } from 'vitest';
import { makeWorkspace, startServer, temporaryDirectory } from '../../src/programs/server-process.ts';
import { createRandom } from '../crash/random.ts';
import { type Conversation, makeConversation } from './http-grammar.ts';

const messages = Number(process.env['SOCIAL_TEST_FUZZ_MESSAGES'] ?? 20_000);
const seed = Number(process.env['SOCIAL_TEST_FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
/** Conversations at once, and how often before the server is checked. */
const AT_ONCE = 48;
const ROUNDS_BETWEEN_CHECKS = 8;
/** A client that waits for an answer gives up then: what it sent may never be a whole message. */
const WAITS_MS = 100;

/** Runs one conversation. @returns the status lines that the server has answered with */
async function talk(url: string, { pieces, ending }: Conversation): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.once('end', () => socket.end());
  await Promise.race([once(socket, 'connect').catch(() => undefined), closed]);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await delay(1);
    socket.write(piece);
  }
  if (ending === 'resets') socket.resetAndDestroy();
  if (ending === 'closes its side') socket.end();
  await Promise.race([closed, delay(ending === 'waits' ? WAITS_MS : 20 * WAITS_MS)]);
  socket.destroy();
  const text = Buffer.concat(chunks).toString('latin1');
  return text.match(/^HTTP\/1\.1 \d{3}/gm) ?? [];
}

test(
  `${messages} messages of arbitrary HTTP leave the server as it was`,
  async () => {
    process.stdout.write(`seed ${seed}\n`);
    const random = createRandom(seed);
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_RATE_LIMIT: 'off', SOCIAL_LOG_LEVEL: 'warn' };
    await using server = await startServer(env, ['--sandbox'], { hashesQuickly: true });
    await server.sandbox.settings({ autoApprove: true });
    const calm = openWorkspace(server.url, await makeWorkspace(env, 'calm@example.org'));
    await calm.connect('profnet');
    const target = openWorkspace(server.url, await makeWorkspace(env, 'target@example.org'));
    await target.connect('profnet');
    const bearer = `Bearer ${target.apiKey}`;
    const credentials = [bearer, bearer, bearer, bearer, 'Bearer sk_live_sp_wrong', 'Basic eDp4', ''];

    const seen: Record<string, number> = {};
    for (let sent = 0; sent < messages; ) {
      for (let round = 0; round < ROUNDS_BETWEEN_CHECKS; round += 1) {
        const conversations = Array.from({ length: AT_ONCE }, () => makeConversation(random, credentials));
        const answers = await Promise.all(conversations.map((conversation) => talk(server.url, conversation)));
        for (const answer of answers.flat()) seen[answer] = (seen[answer] ?? 0) + 1;
        sent += conversations.reduce((sum, conversation) => sum + conversation.messages, 0);
      }
      const where = `seed ${seed}, after ${sent}: ${server.log().slice(-2_000)}`;
      expect(server.child.exitCode, where).toBeNull();
      const ready = await calm.api('GET', '/readyz').catch((error: unknown) => ({ status: String(error) }));
      expect(ready.status, where).toBe(200);
      expect((await calm.api('GET', '/api/usage')).body.credits, where).toMatchObject({ balance: expect.any(Number) });
    }
    const { body } = await calm.publish({ text: `Still here ${seed}`, platforms: ['profnet'] });
    process.stdout.write(`${JSON.stringify({ messages, seen })}\n`);
    expect(body.outcome).toBe('published');
    expect(Object.keys(seen).filter((line) => line.endsWith(' 500'))).toEqual([]);
    expect(Object.keys(seen)).toEqual(
      expect.arrayContaining(['200', '201', '400', '401', '404', '405'].map((status) => `HTTP/1.1 ${status}`)),
    );
    expect(server.log()).not.toMatch(/unexpected|threw/);
  },
  messages * 100,
);
