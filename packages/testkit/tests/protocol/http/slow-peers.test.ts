import { setTimeout as delay } from 'node:timers/promises';
import { useResource, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { startMediaServer } from '../../media/fetched/media-servers.ts';
import { png } from '../../media/fetched/sample-files.ts';
import { lines, sendRaw } from './raw-http.ts';
import { expectErrorAnswer, readTraces } from './refusals.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });

const media = useResource(() =>
  startMediaServer({
    '/never.png': () => undefined,
    '/drip.png': async (_request, response) => {
      response.writeHead(200);
      for (const byte of Buffer.concat([png(), Buffer.alloc(1_000)])) {
        if (response.destroyed) return;
        response.write(Buffer.from([byte]));
        await delay(200);
      }
    },
  }),
);

/** Writes a text character by character until the peer stops reading. */
async function drip(text: string, write: (character: string) => boolean, isClosed: () => boolean): Promise<void> {
  for (const character of text) {
    if (isClosed()) return;
    write(character);
    await delay(1_000);
  }
}

// These tests mostly wait, so they run concurrently.
describe.concurrent('a peer that is too slow', () => {
  test.for([
    ['sends headers a character a second', 'GET /healthz HTTP/1.1\r\nX-Note: this goes on and on and on and on and on'],
    ['connects and says nothing', ''],
    [
      'sends a body a character a second',
      `${lines('POST /api/account/sign-in HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json', 'Content-Length: 60')}{"email": "slow@example.org", "password": "correct horse b"}`,
    ],
  ] as const)('H20: ends with 408 when it %s', async ([, text]) => {
    const [head = '', body] = text.split(/(?<=\r\n\r\n)/);
    const answer = await sendRaw(stack.url, async (socket) => {
      if (body !== undefined) socket.write(head);
      await drip(
        body ?? head,
        (character) => socket.write(character),
        () => socket.destroyed || socket.readableEnded,
      );
    });
    expectErrorAnswer(answer, [408]);
    expect(answer.isClosed).toBe(true);
  });

  test('H20: does not delay other clients', async () => {
    let ended = 0;
    const slow = Array.from({ length: 200 }, () =>
      sendRaw(stack.url, 'GET /healthz HTTP/1.1\r\nX-Note: half').finally(() => {
        ended += 1;
      }),
    );
    for (let call = 0; call < 20; call += 1) expect((await stack.anonymous('GET', '/healthz')).status).toBe(200);
    expect(ended).toBe(0);
    const answers = await Promise.all(slow);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]));
  });

  test.for([
    ['U64', 'never answers', '/never.png'],
    ['U65', 'answers a byte every 200 ms', '/drip.png'],
  ] as const)('%s: gives up media whose server %s', async ([id, , path], { expect }) => {
    const { status, body } = await workspace.publish({
      text: `${id} waits`,
      platforms: ['profnet'],
      mediaUrls: [media.url + path],
    });
    expect(status).toBe(201);
    const read = async () => (await workspace.readPost(body.id)).platformResults.profnet;
    await expect.poll(read).toMatchObject({ ok: false, state: 'failed', code: 'media_unreachable', credits: 0 });
    expect((await stack.sandbox.posts()).filter(({ text }) => text === `${id} waits`)).toEqual([]);
  });
});

test('slow peers leave no effect at any network and no hold', async () => {
  expect(await readTraces(stack, workspace)).toMatchObject({ balance: 10_000, held: 0, effects: 0 });
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
