import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type End, useDyingServers } from './dying-servers.ts';
import { perform } from './load.ts';

const servers = useDyingServers();

const LOST_ANSWER: End = { point: 'after-response', ends: { profnet: { state: 'unknown', accepted: [1] } } };
/**
 * In this order, since a server dies at the point of the next row: a publish that goes on after a death passes most points, and the
 * lease of its account ends a moment after it.
 */
const ENDS: readonly End[] = [
  { point: 'before-send', ends: { microblog: { state: 'unknown', accepted: [0] } } },
  { point: 'after-call', ends: { profnet: { state: 'unknown', accepted: [0, 1] } } },
  { point: 'after-response', ends: { microblog: { state: 'published', accepted: [1] } } },
  LOST_ANSWER,
  { point: 'after-settle', ends: { microblog: { state: 'published', accepted: [1] } } },
  { point: 'before-answer', ends: { profnet: { state: 'published', accepted: [1] } } },
  { point: 'after-call', ends: { bluesky: { state: 'published', accepted: [1] } } },
  // The second part is claimed alone, and sent after the next start.
  { point: 'before-claim', ends: { microblog: { state: 'published', accepted: [2] } }, isThread: true },
  {
    point: 'after-intent',
    ends: {
      profnet: { state: 'unknown', accepted: [0] },
      mastodon: { state: 'unknown', accepted: [0] },
      // Nothing is sent before a checkpoint is stored, and a record is written once, however often it is sent.
      bluesky: { state: 'published', accepted: [1] },
    },
  },
];

describe('a server that is killed', () => {
  test('at any point of a publish ends it as stated, and its user settles what stays unknown, which is charged then', async () => {
    const ended = await servers.dieInTurn(ENDS);
    const { made, id } = ended[ENDS.indexOf(LOST_ANSWER)] ?? expect.fail('the answer was not lost');
    const [post] = await servers.acceptedOf(made, 'profnet');
    // Other starts have changed nothing about the unknown result.
    expect(await servers.read(id, 'profnet')).toMatchObject({ state: 'unknown' });
    const held = await servers.held();
    const { workspaces } = await servers.running();
    const settled = await workspaces[0]?.api('POST', `/api/v1/posts/${id}/resolve`, {
      body: { platform: 'profnet', published: post?.id },
    });
    expect(settled?.body.platformResults.profnet).toMatchObject({ ok: true, credits: 1, platformPostId: post?.id });
    expect(await servers.held()).toBe(held - 1);
    await servers.prove();
  });

  test('right after a request has arrived gives its final answer to the same key after a restart', async () => {
    const dying = await servers.running();
    const made = servers.publication(['profnet']);
    const cut = perform(dying, made);
    await delay(5);
    await dying.kill();
    await cut;
    await servers.restart();
    const answer = await servers.ask(made);
    expect(answer.status).toBe(201);
    // Where the server died while it sent, the next one settles that once the lease of the dead one has ended.
    await servers.waitForEnd(answer.body.id, 'profnet');
    expect((await servers.acceptedOf(made, 'profnet')).length).toBeLessThanOrEqual(1);
    await servers.prove();
  });

  test('in the middle of a message does not do it again for the same key, and says that the outcome is unknown', () =>
    servers.dieInAction({
      ...{ kind: 'message', path: 'dm', body: { recipient_id: '1745123467899012481', text: 'once' } },
      seen: '/messages',
    }));

  test('before there is a post leaves no key, so that another request may have it', async () => {
    await servers.restart('after-key-claim:1');
    const cut = servers.publication(['profnet']);
    await servers.dieOf(cut);
    servers.calls.splice(servers.calls.indexOf(cut), 1);
    const later = await servers.restart();
    const made = { ...cut, body: { text: 'another request', platforms: ['profnet'] } };
    servers.calls.push(made);
    await perform(later, made);
    expect(made.answer?.status).toBe(201);
    const accepted = [await servers.acceptedOf(cut, 'profnet'), await servers.acceptedOf(made, 'profnet')];
    expect(accepted.map(({ length }) => length)).toEqual([0, 1]);
    await servers.prove();
  });

  test('after it stored a post for the next free slot gives the same key the same slot, and that slot to nobody else', () =>
    servers.dieInSlot('after-intent'));

  test.each([
    { point: 'after-intent', platform: 'profnet' },
    { point: 'after-response', platform: 'mastodon' },
  ])('$point while a post is taken back from $platform deletes it, and charges once', (removal) =>
    servers.dieInRemoval(removal),
  );
});
