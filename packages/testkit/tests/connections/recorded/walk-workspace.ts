import { expect } from 'vitest';
import type { World } from './recorder.ts';

/** Drafts, from their first words to their approval. */
export async function walkDrafts({ workspace, record }: World): Promise<void> {
  const { body: made } = await record('create a draft', 'POST', '/api/v1/drafts', {
    body: { text: 'A draft', platforms: ['profnet', 'chatbot'], overrides: { chatbot: { text: 'A draft to chat' } } },
  });
  const path = `/api/v1/drafts/${made.id}`;
  await record('read a draft', 'GET', path);
  await record('change a draft', 'PATCH', path, { body: { platforms: ['profnet', 'mastodon', 'chatbot'] } });
  await record('a draft for an unknown platform', 'POST', '/api/v1/drafts', { body: { platforms: ['myspace'] } });
  await record('a draft of nothing', 'POST', '/api/v1/drafts', { body: {} });
  await record('a draft with problems', 'POST', '/api/v1/drafts', { body: { text: 'No video', platforms: ['video'] } });
  await record('a post as a draft', 'POST', '/api/v1/posts', {
    body: { text: 'For approval', platforms: ['bluesky'], draft: true },
  });
  await record('list drafts', 'GET', '/api/v1/drafts');
  const { updatedAt } = (await workspace.api('GET', path)).body;
  await record('approve an older version', 'POST', `${path}/approve`, { body: { ifUpdatedAt: made.updatedAt } });
  const { body: post } = await record('approve', 'POST', `${path}/approve`, { body: { ifUpdatedAt: updatedAt } });
  await record('approve again', 'POST', `${path}/approve`, { body: { ifUpdatedAt: updatedAt } });
  await record('timeline of what was approved', 'GET', `/api/v1/posts/${post.id}/timeline`, {
    sorted: ['events', 'platform'],
  });
  await record('delete a draft that is published', 'DELETE', path);
}

/** What networks count. */
export async function walkCounters({ stack, workspace, record }: World): Promise<void> {
  const { body } = await workspace.publish({ text: 'Counted', platforms: ['bluesky', 'mastodon', 'microblog'] });
  for (const [network, counters] of [
    ['bluesky', { likeCount: 12, repostCount: 3 }],
    ['mastodon', { favourites_count: 7 }],
  ] as const) {
    const { id = '' } = (await stack.sandbox.posts(network)).at(-1) ?? {};
    await stack.sandbox.setCounters({ network, id, counters });
  }
  await record('read counters', 'GET', `/api/v1/posts/${body.id}/counters`);
  await record('refresh counters', 'POST', `/api/v1/posts/${body.id}/counters`);
  await record('counters of several posts', 'GET', '/api/v1/counters?limit=3');
  await record('counters as a table', 'GET', '/api/v1/counters.csv');
}

/** Keys, profiles, slots, views, usage and the log. */
export async function walkWorkspace({ record, workspace }: World): Promise<void> {
  const key = (name: string, body: object) => record(name, 'POST', '/api/keys', { body });
  const { body: limited } = await key('create a key for one platform', {
    name: 'Only LinkedIn',
    scopes: ['publish', 'read'],
    platforms: ['profnet'],
    creditLimit: 50,
  });
  const { body: reader } = await key('create a key that reads', { name: 'Reader', scopes: ['read'] });
  await key('create a key for an unknown platform', { name: 'Nowhere', platforms: ['myspace'] });
  await record('list keys', 'GET', '/api/keys');
  const post = { text: 'By a key', platforms: ['profnet'] };
  const by = limited.rawKey ?? workspace.apiKey;
  await record('publish with a limited key', 'POST', '/api/v1/posts', { key: by, body: post });
  await record('publish beyond its platforms', 'POST', '/api/v1/posts', {
    key: by,
    body: { ...post, platforms: ['profnet', 'microblog'] },
  });
  await record('publish with a key that reads', 'POST', '/api/v1/posts', {
    key: reader.rawKey ?? workspace.apiKey,
    body: { ...post, text: 'By a reader' },
  });
  await record('list posts with a limited key', 'GET', '/api/v1/posts?limit=2', { key: by });
  await record('status with a limited key', 'GET', '/api/connect/status', { key: reader.rawKey });

  const { profiles } = (await record('list profiles', 'GET', '/api/profiles')).body;
  await record('rename a profile', 'PATCH', `/api/profiles/${profiles.at(-1).id}`, { body: { name: 'Further' } });
  const slots = `/api/profiles/${workspace.profileId}/slots`;
  await record('no slots', 'GET', slots);
  await record('set slots', 'PUT', slots, {
    body: { timeZone: 'Europe/Berlin', times: [{ weekday: 'monday', time: '09:00' }] },
  });
  const { body: queued } = await record('publish in a slot', 'POST', '/api/v1/posts', {
    body: { text: 'In a slot', platforms: ['profnet', 'bluesky'], slot: 'next' },
  });
  await record('slots that are taken', 'GET', '/api/v1/slots?limit=2');
  await record('cancel the post in a slot', 'DELETE', `/api/v1/posts/${queued.id}`);
  await record('save a view', 'PUT', '/api/views', {
    body: { views: [{ name: 'Mine', filters: { platform: 'profnet', outcome: ['failed'] } }] },
  });
  await record('list views', 'GET', '/api/views');
  await record('usage', 'GET', '/api/usage');
  await record('spending', 'GET', '/api/usage/spending?days=1');
  const log = (name: string, query: string) => record(name, 'GET', `/api/logs?limit=200&${query}`);
  for (const platform of ['profnet', 'microblog', 'chatbot', 'mastodon', 'socialnet'])
    await log(`log of ${platform}`, `platform=${platform}`);
  await log('log of failures', 'status=failed&platform=photonet');
  await log('log of connections', 'action=platform.connected');
  await log('log of disconnections', 'action=platform.disconnected');
  await log('log of an unknown platform', 'platform=myspace');
}

/** Content that arrives, and events that go out. */
export async function walkWebhooks({ stack, record, workspace, receiver }: World): Promise<void> {
  const incoming = (name: string, body: object, query = '') =>
    record(name, 'POST', `/api/webhooks/incoming${query}`, { body });
  await incoming('an article arrives', { title: 'Ten lessons', body: 'What we learnt.', keyword: 'lessons' });
  await incoming('an article for one platform', { body: 'Only there' }, '?platforms=mastodon');
  await incoming('an article to test', { body: 'To test', test: true });
  await incoming('an article for later', { body: 'Later', timestamp: '2090-01-01T00:00:00Z' });
  await incoming('an article for an unknown platform', { body: 'Nowhere' }, '?platforms=myspace');
  await incoming('an article of nothing', { title: 'Nothing' });

  const url = `${receiver.url}/events`;
  const { body: made } = await record('create an endpoint', 'POST', '/api/webhook-endpoints', { body: { url } });
  const path = `/api/webhook-endpoints/${made.endpoint.id}`;
  await record('list endpoints', 'GET', '/api/webhook-endpoints');
  await record('an endpoint for an unknown kind', 'POST', '/api/webhook-endpoints', {
    body: { url, kinds: ['nothing'] },
  });
  await haveEvents({ stack, workspace, receiver });
  await record('events', 'GET', '/api/webhook-events?after=0&limit=100');
  await record('test an endpoint', 'POST', `${path}/test`);
}

/** Does what has an event of each kind. Waits for each event, which holds its post as it is when it is sent. */
async function haveEvents({ stack, workspace, receiver }: Pick<World, 'stack' | 'workspace' | 'receiver'>) {
  let told = 0;
  const has = async (...kinds: readonly string[]) => {
    told += kinds.length;
    const arrived = await receiver.until(told);
    // Two that happened at once arrive in any order.
    const types = arrived.slice(-kinds.length).map(({ body }) => JSON.parse(body).type);
    expect(types.toSorted()).toEqual(kinds.toSorted());
  };
  const publish = async (text: string, platforms: string[], more: object = {}) =>
    (await workspace.publish({ text, platforms, ...more })).body.id as string;
  const call = (path: string, body: object = {}) => workspace.api('POST', path, { body });
  const { sandbox } = stack;
  const published = await publish('An event', ['profnet', 'chatbot']);
  await has('post.published');
  await call(`/api/v1/posts/${published}/unpublish`);
  await has('post.unpublished');
  const later = await publish('A later event', ['profnet'], { scheduledFor: '2090-01-01T00:00:00Z' });
  await has('post.scheduled');
  await workspace.api('DELETE', `/api/v1/posts/${later}`);
  await has('post.canceled');
  await sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  await publish('Half an event', ['profnet', 'microblog']);
  await has('post.partial');
  await sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'forbidden', times: 1 });
  await publish('No event', ['mastodon']);
  await has('post.failed');
  await sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  await publish('Perhaps an event', ['profnet']);
  await has('post.unknown');
  const draft = await call('/api/v1/drafts', { text: 'A draft with events', platforms: ['bluesky'] });
  await has('draft.created');
  await call(`/api/v1/drafts/${draft.body.id}/approve`, { ifUpdatedAt: draft.body.updatedAt });
  await has('draft.approved', 'post.published');
  await workspace.connect('video');
  await has('connection.connected');
  await call('/api/connect/video/disconnect');
  await has('connection.disconnected');
  await workspace.connect('video');
  await has('connection.connected');
  await sandbox.fault({ network: 'facebook', operation: 'publish', kind: 'unauthorized', times: 1 });
  await publish('An event without permission', ['socialnet']);
  await sandbox.clearFaults();
  await has('connection.needs_reconnect', 'post.failed');
}
