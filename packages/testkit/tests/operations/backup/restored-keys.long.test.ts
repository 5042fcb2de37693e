import { join } from 'node:path';
import { uniqueText } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { createBackupWorld } from './backup-world.ts';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

test('what a restored backup holds keeps its key when it is canceled or too late: the same call publishes nothing twice', async () => {
  await using world = await createBackupWorld();
  const backup = join(world.directory, 'keys.db');
  const elsewhere = join(world.directory, 'elsewhere');
  const old = await world.serve();
  const scheduledFor = inSeconds(3_600);
  const texts = [uniqueText('Canceled'), uniqueText('Missed')];
  const schedule = (api: typeof old.workspace.api, text: string) =>
    api('POST', '/api/v1/posts', {
      headers: { 'idempotency-key': text },
      body: { text, platforms: ['profnet'], scheduledFor },
    });
  const ids: string[] = [];
  for (const text of texts) ids.push((await schedule(old.workspace.api, text)).body.id);
  await world.runJson(['backup', backup]);
  for (const id of ids) {
    const body = { scheduledFor: inSeconds(1) };
    expect((await old.workspace.api('PATCH', `/api/v1/posts/${id}`, { body })).status).toBe(200);
  }
  const accepted = async () =>
    (await world.sandbox.posts()).map(({ text }) => text).filter((text) => texts.includes(text));
  await vi.waitFor(async () => expect(await accepted()).toHaveLength(2), 10_000);
  await old.stop();

  await world.runJson(['restore', backup], elsewhere);
  const past = inSeconds(-7_200);
  world.query(
    `update post set due_at = '${past}', happens_at = '${past}' where id = '${ids[1]}' returning id`,
    elsewhere,
  );
  await using now = await world.serve(elsewhere);
  const { api } = now.workspace;
  expect((await api('DELETE', `/api/v1/posts/${ids[0]}`)).body.status).toBe('canceled');
  expect(await world.runJson(['release'], elsewhere)).toEqual({ later: 0, now: 0, missed: 1, webhooks: 0 });
  for (const [index, state] of ['canceled', 'missed'].entries()) {
    const text = texts[index] ?? '';
    const again = await schedule(api, text);
    expect(again).toMatchObject({ status: 201, body: { id: ids[index] } });
    expect((await api('GET', `/api/v1/posts/${ids[index]}`)).body).toMatchObject({
      status: state,
      platformResults: {
        profnet: {
          ok: false,
          state,
          error: expect.stringContaining('It may have been published before; look at profnet'),
        },
      },
    });
    const { body } = await api('GET', '/api/logs');
    const entries = body.logs.filter((entry: { metadata: { text?: string } }) => entry.metadata.text === text);
    expect(entries).toMatchObject([{ action: 'post.published', platform: 'profnet', status: state }]);
  }
  expect(await accepted()).toHaveLength(2);
});
