import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import type { World } from './recorder.ts';

const EVERY = [
  'profnet',
  'microblog',
  'video',
  'shortvideo',
  'socialnet',
  'photonet',
  'chatbot',
  'bluesky',
  'mastodon',
] as const;
const LATER = '2090-12-01T10:00:00Z';
const media = (name: string) => readFileSync(new URL(`../../../../../scripts/demo-media/${name}`, import.meta.url));

/** Publishes at once: to one, to all, as a thread, with other texts, twice under one key, and with input that is refused. */
export async function walkPublishing({ workspace, files, record }: World): Promise<void> {
  const post = (name: string, body: object, headers: Record<string, string> = {}, query = '') =>
    record(name, 'POST', `/api/v1/posts${query}`, { body, headers });
  const clip = files.serve('/clip.mp4', { body: media('clip.mp4'), headers: { 'content-type': 'video/mp4' } });
  const picture = files.serve('/picture.jpg', {
    body: media('picture.jpg'),
    headers: { 'content-type': 'image/jpeg' },
  });
  const key = { 'idempotency-key': 'launch-1' };

  await post('publish to one', { text: 'To one', platforms: ['profnet'], labels: ['issue-7'] }, key);
  await post('publish again under its key', { text: 'To one', platforms: ['profnet'], labels: ['issue-7'] }, key);
  await post('publish something else under its key', { text: 'Other words', platforms: ['profnet'] }, key);
  await post('publish elsewhere under its key', { text: 'To one', platforms: ['microblog'] }, key);
  const { body } = await post('publish a video to all', { text: 'To all', platforms: EVERY, mediaUrls: [clip] });
  await workspace.untilPost(body.id, { status: 'published' });
  await record('read the post to all', 'GET', `/api/v1/posts/${body.id}`);
  await record('read its timeline', 'GET', `/api/v1/posts/${body.id}/timeline`, { sorted: ['events', 'platform'] });
  await post('publish a picture', {
    text: 'With a picture',
    platforms: ['profnet', 'microblog', 'socialnet', 'photonet', 'chatbot', 'bluesky', 'mastodon'],
    media: [{ url: picture, alt: 'A hill' }],
  });
  await post('publish a thread', {
    text: 'First part',
    thread: ['Second part', 'Third part'],
    platforms: ['microblog', 'bluesky', 'mastodon'],
  });
  await post('publish other texts', {
    text: 'The same for most',
    platforms: ['profnet', 'microblog', 'mastodon'],
    overrides: { microblog: { text: 'Short' }, mastodon: { text: 'Longer words' } },
  });
  await post('publish a text that the network has seen', { text: 'To one', platforms: ['microblog', 'profnet'] });

  await post('dry run to all', { text: 'Only looking', platforms: EVERY }, {}, '?dryRun=true');
  await post('dry run with a video', { text: 'Looking', platforms: EVERY, mediaUrls: [clip] }, {}, '?dryRun=true');
  await post('dry run of a long text', { text: 'long '.repeat(800), platforms: EVERY }, {}, '?dryRun=true');
  await record('check several', 'POST', '/api/v1/posts/check', {
    body: {
      posts: [
        { text: 'Fine', platforms: ['profnet', 'mastodon'] },
        { text: 'word '.repeat(100), platforms: ['microblog', 'bluesky'] },
        { text: 'No video', platforms: ['video', 'shortvideo', 'photonet'] },
        { text: 'Later', platforms: ['chatbot'], scheduledFor: LATER },
      ],
    },
  });
  await post('an unknown platform', { text: 'Where', platforms: ['profnet', 'myspace'] });
  await post('a network instead of a platform', { text: 'Where', platforms: ['linkedin'] });
  await post('a platform twice', { text: 'Where twice', platforms: ['profnet', 'profnet'] });
  await post('no platform', { text: 'Where', platforms: [] });
  await post('no text', { platforms: ['profnet'] });
  await post('a text for a platform that is not chosen', {
    text: 'For whom',
    platforms: ['profnet'],
    overrides: { microblog: { text: 'Nobody' } },
  });
  await post('a text for an unknown platform', {
    text: 'For whom',
    platforms: ['profnet'],
    overrides: { myspace: { text: 'Nobody' } },
  });
  await post('a text that is too long for one', { text: 'w'.repeat(400), platforms: ['profnet', 'microblog'] });
  await post('a video without a video', { text: 'Nothing to see', platforms: ['video', 'profnet'] });
  await post('an unknown profile', { text: 'Whose', platforms: ['profnet'], profile: 'nobody' });
  await post('an unknown field', { text: 'What', platforms: ['profnet'], colour: 'red' });
  const past = new Date(Date.now() - 9_030_000).toISOString();
  await post('a time that is past', { text: 'When', platforms: ['profnet'], scheduledFor: past });
  await record('no key', 'POST', '/api/v1/posts', { key: null, body: { text: 'Who', platforms: ['profnet'] } });
  await record('a post that does not exist', 'GET', '/api/v1/posts/00000000-0000-4000-8000-000000000000');
}

/** Schedules posts, and changes and cancels them. */
export async function walkSchedule({ workspace, record }: World): Promise<void> {
  const body = { text: 'For later', platforms: ['profnet', 'microblog', 'chatbot'], scheduledFor: LATER };
  const { body: made } = await record('schedule', 'POST', '/api/v1/posts', { body });
  const path = `/api/v1/posts/${made.id}`;
  await record('read a scheduled post', 'GET', path);
  await record('schedule for another time', 'PATCH', path, { body: { scheduledFor: '2091-01-01T00:00:00Z' } });
  await record('retry a scheduled post', 'POST', `${path}/retry`);
  await record('take a scheduled post back', 'POST', `${path}/unpublish`, { body: {} });
  await record('list scheduled posts of one platform', 'GET', '/api/v1/posts?status=scheduled&platform=chatbot');
  await record('cancel', 'DELETE', path);
  await record('cancel again', 'DELETE', path);
  await record('timeline of a canceled post', 'GET', `${path}/timeline`);

  const soon = {
    ...body,
    text: 'Soon',
    platforms: ['profnet'],
    scheduledFor: new Date(Date.now() + 500).toISOString(),
  };
  const { body: due } = await record('schedule for soon', 'POST', '/api/v1/posts', { body: soon });
  await workspace.untilPost(due.id, { status: 'published' });
  await record('read a post that was due', 'GET', `/api/v1/posts/${due.id}`);
  await record('timeline of a post that was due', 'GET', `/api/v1/posts/${due.id}/timeline`);
}

/** Posts that fail in part, are retried, resolved and taken back. */
export async function walkOutcomes({ stack, record }: World): Promise<void> {
  const publish = (name: string, text: string, platforms: string[]) =>
    record(name, 'POST', '/api/v1/posts', { body: { text, platforms } });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const { body: partial } = await publish('one of two fails', 'Half of it', ['profnet', 'microblog']);
  const path = `/api/v1/posts/${partial.id}`;
  await record('read a partial post', 'GET', path);
  await record('timeline of a partial post', 'GET', `${path}/timeline`, { sorted: ['events', 'platform'] });
  await record('retry what failed', 'POST', `${path}/retry`);
  await record('retry what is published', 'POST', `${path}/retry`);
  await record('timeline after the retry', 'GET', `${path}/timeline`, { sorted: ['events', 'platform'] });

  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const { body: unknown } = await publish('an outcome is unknown', 'Perhaps', ['profnet']);
  await record('resolve for a platform that it has not', 'POST', `/api/v1/posts/${unknown.id}/resolve`, {
    body: { platform: 'mastodon', published: false },
  });
  await record('resolve for an unknown platform', 'POST', `/api/v1/posts/${unknown.id}/resolve`, {
    body: { platform: 'myspace', published: false },
  });
  await record('resolve as not published', 'POST', `/api/v1/posts/${unknown.id}/resolve`, {
    body: { platform: 'profnet', published: false },
  });
  await record('resolve again', 'POST', `/api/v1/posts/${unknown.id}/resolve`, {
    body: { platform: 'profnet', published: false },
  });
  await record('timeline of a resolved post', 'GET', `/api/v1/posts/${unknown.id}/timeline`);

  await record('take back from one that it has not', 'POST', `${path}/unpublish`, {
    body: { platforms: ['mastodon'] },
  });
  await record('take back from one', 'POST', `${path}/unpublish`, { body: { platforms: ['microblog'] } });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'delete', kind: 'forbidden', times: 1 });
  await record('take back where it is refused', 'POST', `${path}/unpublish`, { body: {} });
  await record('take back from the rest', 'POST', `${path}/unpublish`, { body: {} });
  await record('read a post that was taken back', 'GET', path);
  await record('timeline of a post that was taken back', 'GET', `${path}/timeline`, { sorted: ['events', 'platform'] });

  await stack.sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'forbidden', times: 1 });
  await publish('the only one fails', 'None of it', ['mastodon']);
  const { body: profile } = await record('create a profile', 'POST', '/api/profiles', { body: { name: 'Second' } });
  await record('publish where nothing is connected', 'POST', '/api/v1/posts', {
    body: { text: 'Alone', platforms: ['profnet', 'chatbot'], profile: profile.slug ?? 'second' },
  });
}

/** Lists posts by what they have. */
export async function walkLists({ workspace, record }: World): Promise<void> {
  // Words are found a moment after they were stored.
  await vi.waitFor(async () =>
    expect((await workspace.api('GET', '/api/v1/posts?q=Perhaps')).body.posts).toHaveLength(1),
  );
  const list = (name: string, query: string) => record(name, 'GET', `/api/v1/posts?${query}`);
  const { body } = await list('list the newest', 'limit=3');
  await list('list the next', `limit=2&cursor=${body.nextCursor}`);
  await list('list by platform', 'platform=shortvideo');
  await list('list by result', 'platform=microblog&result=failed');
  await list('list by outcome', 'outcome=partial');
  await list('list by text', 'q=Perhaps');
  await list('list by label', 'label=issue-7');
  await list('list by key', 'key=launch-1');
  await list('list by profile', 'profile=second');
  await list('list by an unknown platform', 'platform=myspace');
  await list('list by a wrong cursor', 'cursor=nothing');
}
