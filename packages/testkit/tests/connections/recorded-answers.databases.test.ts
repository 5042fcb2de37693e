import { readFileSync, writeFileSync } from 'node:fs';
import { sandboxSeed } from '@social/sandbox';
import { startFileServer, startWebhookReceiver, useResource, useStack } from '@social/testkit';
import { PLATFORM_IDS } from '@social/types';
import { expect, test } from 'vitest';
import { type Recorded, startRecording, type World } from './recorded/recorder.ts';
import { walkActions, walkConnections } from './recorded/walk-connections.ts';
import { walkLists, walkOutcomes, walkPublishing, walkSchedule } from './recorded/walk-posts.ts';
import { walkCounters, walkDrafts, walkWebhooks, walkWorkspace } from './recorded/walk-workspace.ts';

/** Answers of the server from before a profile had several accounts of a platform, one a line. */
const FILE = new URL('./recorded/answers.jsonl', import.meta.url);
const WALKS = [
  walkPublishing,
  walkSchedule,
  walkOutcomes,
  walkLists,
  walkDrafts,
  walkCounters,
  walkActions,
  walkConnections,
  walkWorkspace,
  walkWebhooks,
];

// Nobody signs in at Telegram: its token connects it.
const { stack, workspace } = useStack({ connect: PLATFORM_IDS.filter((id) => id !== 'chatbot') });
const receiver = useResource(startWebhookReceiver);
const files = useResource(startFileServer);

test('with one account a platform, no field of an answer goes, moves or changes', async () => {
  const places = { server: stack.url, sandbox: stack.sandboxUrl, receiver: receiver.url, files: files.url };
  const { answers, record, keep } = startRecording(workspace.api, places);
  await record('connect a chat', 'POST', '/api/connect/chatbot/token', {
    body: { botToken: sandboxSeed.telegram.bot.token, chatId: '@sandbox_channel' },
  });
  const world: World = { stack, workspace, receiver, files, record };
  for (const walk of WALKS) await walk(world);
  const { events } = (await workspace.api('GET', '/api/webhook-events?after=0&limit=100')).body;
  await receiver.until(events.length + 1);
  const told = receiver.arrived.map(({ body }) => JSON.parse(body)).toSorted((one, other) => one.number - other.number);
  for (const event of told) keep(`event ${event.type}`, 200, new Headers(), event);

  if (process.env['SOCIAL_TEST_RECORD']) writeFileSync(FILE, answers.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const recorded: Recorded[] = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ name }) => name)).toEqual(recorded.map(({ name }) => name));
  // As text, since the order of the fields counts.
  for (const [index, answer] of answers.entries())
    expect.soft(JSON.stringify(answer, null, 2)).toBe(JSON.stringify(recorded[index], null, 2));
}, 240_000);
