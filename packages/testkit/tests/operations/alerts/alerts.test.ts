import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack, uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const RULES = fileURLToPath(new URL('../../../../../docs/prometheus-alerts.yml', import.meta.url));

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

/** Reads the figures for operators, by name with labels. */
async function scrape({ anonymous }: Pick<Stack, 'anonymous'> = stack): Promise<Record<string, number>> {
  const { text } = await anonymous('GET', '/metrics');
  const samples = [...text.matchAll(/^(social_\S+) (\S+)$/gm)].filter(
    ([, name]) => !/^social_(http|event_loop)/.test(name ?? ''),
  );
  return Object.fromEntries(samples.map(([, name, value]) => [name, Number(value)]));
}

const inMinutes = (minutes: number) => new Date(clock.now() + minutes * MINUTE).toISOString();

async function schedule(by: Workspace, minutes: number): Promise<string> {
  const body = { text: uniqueText('Alert'), platforms: ['profnet'], scheduledFor: inMinutes(minutes) };
  return (await by.publish(body)).body.id;
}

/** Makes a post unreadable, so that the server can neither send nor end it. */
const damage = (id: string) => stack.query(`update post set platforms = '?', thread = '?' where id = '${id}'`);

test('a server without trouble shows zeros, and the space of its disk', async () => {
  const { social_data_disk_free_bytes: free = 0, social_data_disk_size_bytes: size = 0, ...others } = await scrape();
  expect(others).toEqual({
    'social_overdue_seconds{kind="post"}': 0,
    'social_overdue_seconds{kind="target"}': 0,
    'social_unknown_targets{further_look="true"}': 0,
    'social_unknown_targets{further_look="false"}': 0,
    social_missed_posts: 0,
    social_connections_to_reconnect: 0,
  });
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
});

test('a due post that nothing has sent shows how late it is; one that waits for its time or for its release does not', async () => {
  const late = await schedule(workspace, 10);
  const held = await schedule(workspace, 5);
  await schedule(workspace, 50);
  await stack.query(`update post set held_at = created_at where id = '${held}'`);
  await damage(late);
  clock.advance(25 * MINUTE);
  expect(await scrape()).toMatchObject({ 'social_overdue_seconds{kind="post"}': 15 * 60 });
  await stack.query(`update post set status = 'canceled', due_at = null where profile_id = '${workspace.profileId}'`);
  expect(await scrape()).toMatchObject({ 'social_overdue_seconds{kind="post"}': 0 });
});

test('a postponed target shows how late it is from its next time on, and its thread is not late twice', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 600 });
  const { body } = await workspace.publish({
    ...{ text: uniqueText('First'), thread: [uniqueText('Second')], platforms: ['microblog'] },
    scheduledFor: inMinutes(1),
  });
  clock.advance(MINUTE);
  await workspace.untilPost(body.id, { platformResults: { microblog: { state: 'pending' } } });
  const [waiting] = await stack.query("select not_before from post_target where state = 'pending' and part = 1");
  clock.advance(5 * MINUTE);
  expect(await scrape()).toMatchObject({ 'social_overdue_seconds{kind="target"}': 0 });
  await damage(body.id);
  clock.set(new Date(Date.parse(String(waiting?.['not_before'])) + 2 * MINUTE).toISOString());
  expect(await scrape()).toMatchObject({ 'social_overdue_seconds{kind="target"}': 120 });
  await stack.query(`update post_target set state = 'failed', not_before = null where post_id = '${body.id}'`);
});

test('a target of unknown outcome is shown, also once the server has looked for it for the last time', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop' });
  const { body } = await workspace.publish({ text: uniqueText('Unsure'), platforms: ['profnet'] });
  expect(body.platformResults.profnet.state).toBe('unknown');
  expect(await scrape()).toMatchObject({
    'social_unknown_targets{further_look="true"}': 1,
    'social_unknown_targets{further_look="false"}': 0,
  });
  clock.advance(17 * MINUTE);
  await vi.waitFor(async () => {
    expect(await scrape()).toMatchObject({
      'social_unknown_targets{further_look="true"}': 0,
      'social_unknown_targets{further_look="false"}': 1,
    });
  }, 15_000);
});

test('posts that were missed are counted over all workspaces', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  const posts = [await schedule(workspace, 1), await schedule(other, 1), await schedule(other, 1)];
  clock.advance(65 * MINUTE);
  for (const [index, id] of posts.entries())
    await (index === 0 ? workspace : other).untilPost(id, { status: 'missed' });
  expect(await scrape()).toMatchObject({ social_missed_posts: 3, 'social_overdue_seconds{kind="post"}': 0 });
});

test('an account that has to be connected again is counted', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token' });
  await other.publish({ text: uniqueText('Refused'), platforms: ['profnet'] });
  expect(await scrape()).toMatchObject({ social_connections_to_reconnect: 1 });
});

test('without its database a server shows the other metrics, and no figure that it has not read', async () => {
  await using broken = await startStack();
  await broken.query('alter table connection rename to gone');
  const { anonymous } = broken;
  await vi.waitFor(async () => {
    const { status, text } = await anonymous('GET', '/metrics');
    expect(status).toBe(200);
    expect(text).toContain('social_http_requests_total');
    expect(Object.keys(await scrape({ anonymous }))).toEqual([
      'social_data_disk_free_bytes',
      'social_data_disk_size_bytes',
    ]);
  });
  expect(broken.log.join('')).toContain('the metrics of the database could not be read');
});

test('a hold of the event loop is counted by operation and logged', async () => {
  const held = async () => {
    const { text } = await stack.anonymous('GET', '/metrics');
    const samples = [...text.matchAll(/^social_event_loop_blocked_total\{operation="[\w:-]+"\} (\d+)$/gm)];
    return samples.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const before = await held();
  // The watch reads this clock: its next look finds that nothing ran for a second.
  clock.advance(1_000);
  await vi.waitFor(async () => expect(await held()).toBeGreaterThan(before));
  expect(stack.log.join('')).toContain('"msg":"the event loop was held"');
});

test('the alerts are about every figure that the server shows, and no other', async () => {
  const expressions = [...readFileSync(RULES, 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr ?? '');
  const used = new Set(expressions.flatMap((expr) => expr.match(/\bsocial_\w+/g) ?? []));
  const shown = new Set(Object.keys(await scrape()).map((name) => name.replace(/\{.*/, '')));
  expect([...used].sort()).toEqual([...shown].sort());
  const labels = expressions.flatMap((expr) => expr.match(/social_\w+\{.+?\}/g) ?? []);
  expect(Object.keys(await scrape())).toEqual(expect.arrayContaining(labels));
});
