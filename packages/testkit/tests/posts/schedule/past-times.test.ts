import { readEffects, uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet'] });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const publish = (more: object, headers = {}, query = '') =>
  workspace.api('POST', `/api/v1/posts${query}`, {
    body: { text: uniqueText('Past'), platforms: ['profnet'], ...more },
    headers,
  });
const receive = (more: object, query = '', headers = {}) =>
  workspace.api('POST', `/api/webhooks/incoming?platforms=profnet${query}`, {
    body: { body: uniqueText('Article'), ...more },
    headers,
  });

describe('a time in the past', () => {
  test('is stored, published at once, and noted, also when the post is read again', async () => {
    const scheduledFor = minutesAgo(195);
    const { status, body } = await publish({ scheduledFor });
    expect(status).toBe(201);
    expect(body).toMatchObject({ scheduledFor, status: 'published', outcome: 'published' });
    const notes = [
      { code: 'past_time', message: 'The time was 3 hours 15 minutes in the past, so the post was published at once' },
    ];
    expect(body.notes).toEqual(notes);
    expect((await workspace.readPost(body.id)).notes).toEqual(notes);
  });

  test('is noted by the webhook and by dry runs', async () => {
    const timestamp = minutesAgo(2 * 24 * 60);
    const { body } = await receive({ timestamp });
    expect(body).toMatchObject({ outcome: 'published', notes: [{ code: 'past_time' }] });
    const dry = 'The time was 2 days in the past, so the post would be published at once';
    expect((await receive({ timestamp, test: true })).body.notes).toMatchObject([{ message: dry }]);
    const preview = await publish({ scheduledFor: timestamp }, {}, '?dryRun=true');
    expect(preview.body.notes).toMatchObject([{ message: dry }]);
  });

  test.each(['2099-01-01T00:00:00Z', undefined])('is not noted for the time %s', async (scheduledFor) => {
    expect((await publish({ scheduledFor, ifPast: 'refuse' })).body).not.toHaveProperty('notes');
  });

  test('is noted when the caller asked to publish it', async () => {
    const { status, body } = await publish({ scheduledFor: minutesAgo(60), ifPast: 'publish' });
    expect([status, body.notes.length]).toEqual([201, 1]);
  });
});

describe('a time in the past, with ifPast=refuse,', () => {
  test('is refused with how long ago it was, and nothing is sent or stored', async () => {
    const before = await readEffects(stack, workspace);
    const answers = [
      await publish({ scheduledFor: minutesAgo(195), ifPast: 'refuse' }),
      await publish({ scheduledFor: minutesAgo(195), ifPast: 'refuse', dryRun: true }),
      await receive({ timestamp: minutesAgo(195) }, '&ifPast=refuse'),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'past_time']);
      expect(body.error).toMatch(
        /^(scheduledFor|timestamp): is 3 hours 15 minutes in the past\. Nothing was sent; send a time in the future, or leave it out to publish now$/,
      );
    }
    expect(await readEffects(stack, workspace)).toEqual(before);
  });

  test('is published when it is at most five minutes ago, which counts as now', async () => {
    const { status, body } = await publish({ scheduledFor: minutesAgo(4), ifPast: 'refuse' });
    expect([status, body.notes[0].code]).toEqual([201, 'past_time']);
    expect((await publish({ scheduledFor: minutesAgo(6), ifPast: 'refuse' })).status).toBe(400);
  });

  test.each(['no', 'Refuse', '', 1, null, true])('is refused for the unknown value %j of ifPast', async (ifPast) => {
    const before = await readEffects(stack, workspace);
    const { status, body } = await publish({ scheduledFor: minutesAgo(60), ifPast });
    expect([status, body.details.field]).toEqual([400, 'ifPast']);
    expect(await readEffects(stack, workspace)).toEqual(before);
  });

  test('replays what was published under the same key before', async () => {
    const [headers, scheduledFor] = [{ 'idempotency-key': uniqueText('key') }, minutesAgo(60)];
    const given = { text: uniqueText('Once'), scheduledFor };
    const first = await publish(given, headers);
    for (const ifPast of ['refuse', 'publish', undefined]) {
      const again = await publish({ ...given, ifPast }, headers);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  test('replays what the webhook published under the same key before', async () => {
    const [headers, timestamp] = [{ 'idempotency-key': uniqueText('key') }, minutesAgo(60)];
    const given = { body: uniqueText('Once'), timestamp };
    const first = await receive(given, '&profile=default', headers);
    expect(first.status).toBe(201);
    for (const query of [
      '&profile=default&ifPast=refuse',
      '&ifPast=publish&profile=default',
      '&if%50ast=refuse&profile=default',
    ]) {
      const again = await receive(given, query, headers);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    // Every other part of the query still counts literally.
    const other = await receive(given, '&profile=default&test=no&ifPast=refuse', headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('leaves its key unused', async () => {
    const headers = { 'idempotency-key': uniqueText('key') };
    expect((await publish({ scheduledFor: minutesAgo(60), ifPast: 'refuse' }, headers)).status).toBe(400);
    expect((await publish({ ifPast: 'refuse' }, headers)).status).toBe(201);
  });
});

test('a scheduled post is never moved into the past, and keeps its time', async () => {
  const scheduledFor = '2099-01-01T00:00:00Z';
  const { body } = await publish({ scheduledFor });
  for (const past of [minutesAgo(1), minutesAgo(600)]) {
    const moved = await workspace.api('PATCH', `/api/v1/posts/${body.id}`, { body: { scheduledFor: past } });
    expect([moved.status, moved.body.code]).toEqual([400, 'past_time']);
    expect(moved.body.error).toContain('the post keeps its time');
  }
  const kept = await workspace.api('GET', `/api/v1/posts/${body.id}`);
  expect(kept.body).toMatchObject({ status: 'scheduled', outcome: 'scheduled', scheduledFor });
});
