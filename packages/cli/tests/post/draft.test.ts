import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POST_ID, PUBLISHED, postWith } from '../support/posts.ts';
import { json, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ID = '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a70';
const PATH = `/api/v1/drafts/${ID}`;
const AT = '2026-11-20T14:02:11.204Z';
const DRAFT = {
  ...{ id: ID, status: 'draft', url: `https://social.example.com/drafts/${ID}`, profile: 'default' },
  ...{ text: 'v1.4.0 is out', platforms: ['profnet'], missing: [], createdAt: AT, updatedAt: AT },
  writtenBy: { kind: 'key', id: POST_ID, name: 'ci' },
  preview: {
    ...{ outcome: 'ready', credits: 1, available: 480 },
    platformResults: { profnet: { ok: true, state: 'ready', credits: 1 } },
  },
};
const POST = ['post', 'v1.4.0 is out', '--to', 'profnet'];

describe('social post --draft', () => {
  it('sends the same post with the same key, and reports the page on which it is approved to the CI', async () => {
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, DRAFT) });
    await using directory = await temporaryDirectory();
    const env = { GITHUB_STEP_SUMMARY: join(directory.path, 'summary'), GITHUB_OUTPUT: join(directory.path, 'output') };
    const { code, stdout } = await server.social([...POST, '--draft'], { env });
    expect([code, JSON.parse(stdout)]).toEqual([0, DRAFT]);
    await server.social(POST);
    const [drafted, published] = server.posts();
    expect(drafted).toEqual({ key: published?.key, body: { ...published?.body, draft: true } });
    expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe(
      [
        '### Draft: nothing was sent yet',
        `[Approve it here](<${DRAFT.url}>), or with \`social draft approve 0192f3c1-7c1e\`.`,
        'Approved, it costs 1 credit. For profnet.',
        '',
      ].join('\n\n'),
    );
    const output = await readFile(env.GITHUB_OUTPUT, 'utf8');
    expect(output).toMatch(/^status<<(\S+)\ndraft\n\1$/m);
    expect(output).toContain(`\n${DRAFT.url}\n`);
  });

  it('names what keeps the draft from being published', async () => {
    const results = {
      profnet: { ok: false, state: 'problem', credits: 0, error: 'not connected', code: 'not_connected' },
    };
    const preview = { outcome: 'problem', credits: 3, available: 2, platformResults: results };
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, { ...DRAFT, preview }) });
    const { code, stderr } = await server.social([...POST, '--draft']);
    expect(code).toBe(0);
    expect(stderr).toContain('Warning: profnet: not connected\nWarning: It costs 3 credits, and 2 are left\n');
  });

  it('prints no control characters and no foreign Markdown of a server', async () => {
    const evil = '\u001b[31m](https://evil.example) `x`\nsecond line';
    const hostile = {
      ...DRAFT,
      text: evil,
      url: `javascript:alert("${evil}")`,
      writtenBy: { ...DRAFT.writtenBy, name: evil },
    };
    await using server = await startStandIn({
      'POST /api/v1/posts': json(201, { ...hostile, missing: [evil] }),
      [`GET ${PATH}`]: json(200, hostile),
      'GET /api/v1/drafts': json(200, { drafts: [hostile], nextCursor: evil }),
    });
    await using directory = await temporaryDirectory();
    const env = { GITHUB_STEP_SUMMARY: join(directory.path, 'summary') };
    const ends = [
      await server.social([...POST, '--draft', '--output', 'text'], { env }),
      await server.social(['draft', 'show', ID, '--output', 'text']),
      await server.social(['draft', 'list', '--output', 'text']),
    ];
    for (const { code, stdout, stderr } of ends) {
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain('\u001b');
    }
    const summary = await readFile(env.GITHUB_STEP_SUMMARY, 'utf8');
    expect(summary).toContain('Approve it in the dashboard, or with');
    expect(summary).not.toMatch(/javascript:|\]\(https/);
    expect(summary).not.toContain('\u001b');
  });
});

it('shows the poll of a draft before anybody approves it', async () => {
  const poll = { question: 'Which\u001b one?', options: ['Dark', 'Light'], minutes: 4320, multiple: true };
  await using server = await startStandIn({ [`GET ${PATH}`]: json(200, { ...DRAFT, poll }) });
  const { stdout } = await server.social(['draft', 'show', ID, '--output', 'text']);
  expect(stdout).toContain('one? Dark / Light, several answers, for 3 days');
  expect(stdout).not.toContain('\u001b');
});

it('shows the settings and labels of a draft before anybody approves it', async () => {
  const settings = { mastodon: { visibility: 'unlisted\u001b', sensitive: true }, video: { tags: ['a', 'b'] } };
  await using server = await startStandIn({ [`GET ${PATH}`]: json(200, { ...DRAFT, settings, aiGenerated: true }) });
  const { stdout } = await server.social(['draft', 'show', ID, '--output', 'text']);
  expect(stdout).toMatch(
    /mastodon: visibility=unlisted.*, sensitive=true\n.*video: tags=a,b\n.*labeled as made with AI/,
  );
  expect(stdout).not.toContain('\u001b');
});

it('adds settings to those of a draft', async () => {
  const draft = { ...DRAFT, platforms: ['mastodon', 'video'], settings: { mastodon: { sensitive: true } } };
  await using server = await startStandIn({ [`GET ${PATH}`]: json(200, draft), [`PATCH ${PATH}`]: json(200, draft) });
  const { code } = await server.social(['draft', 'edit', ID, '--set', 'mastodon.visibility=unlisted']);
  expect(code).toBe(0);
  const [{ body }] = server.seen.filter(({ call }) => call.startsWith('PATCH')) as unknown as [{ body: string }];
  expect(JSON.parse(body)).toMatchObject({ settings: { mastodon: { sensitive: true, visibility: 'unlisted' } } });
});

it('unsets settings, and takes labels, poll and comments out of a draft', async () => {
  const draft = {
    ...{ ...DRAFT, platforms: ['mastodon', 'video'], aiGenerated: true },
    settings: { mastodon: { sensitive: true }, video: { madeForKids: true, tags: ['a'] } },
  };
  await using server = await startStandIn({ [`GET ${PATH}`]: json(200, draft), [`PATCH ${PATH}`]: json(200, draft) });
  const unset = ['mastodon.sensitive=', 'youtube.tags='].flatMap((pair) => ['--set', pair]);
  const flags = ['--no-ai-generated', '--paid-partnership', '--no-poll', '--no-comments'];
  const { code, stderr } = await server.social(['draft', 'edit', ID, ...unset, ...flags]);
  expect([code, stderr]).toEqual([0, '']);
  const [{ body }] = server.seen.filter(({ call }) => call.startsWith('PATCH')) as unknown as [{ body: string }];
  expect(JSON.parse(body)).toEqual({
    ...{ ifUpdatedAt: AT, settings: { video: { madeForKids: true } } },
    ...{ aiGenerated: false, paidPartnership: true, poll: null, comments: [] },
  });
});

it('takes the settings of platforms out that a draft is no longer for', async () => {
  const draft = { ...DRAFT, platforms: ['mastodon', 'video'], settings: { mastodon: { sensitive: true }, video: {} } };
  const profiles = json(200, { profiles: [{ id: ID, slug: DRAFT.profile, isDefault: true }] });
  const routes = {
    [`GET ${PATH}`]: json(200, draft),
    [`PATCH ${PATH}`]: json(200, draft),
    'GET /api/v1/profiles': profiles,
  };
  await using server = await startStandIn(routes);
  const { stderr } = await server.social(['draft', 'edit', ID, '--to', 'mastodon']);
  expect(stderr).toBe('');
  const [{ body }] = server.seen.filter(({ call }) => call.startsWith('PATCH')) as unknown as [{ body: string }];
  expect(JSON.parse(body)).toMatchObject({ platforms: ['mastodon'], settings: { mastodon: { sensitive: true } } });
  expect(JSON.parse(body).settings).not.toHaveProperty('video');
});

describe('social draft approve', () => {
  it('sends what was read, under a key of this version of the draft, and ends as the post does', async () => {
    const approved = { ...postWith({ profnet: PUBLISHED }), draft: { id: ID } };
    await using server = await startStandIn({
      [`GET ${PATH}`]: json(200, DRAFT),
      [`POST ${PATH}/approve`]: json(201, approved),
    });
    const { code, stdout } = await server.social(['draft', 'approve', ID, '--yes']);
    expect([code, JSON.parse(stdout)]).toEqual([0, approved]);
    const [request] = server.seen.filter(({ call }) => call.startsWith('POST'));
    expect(JSON.parse(request?.body ?? '')).toEqual({ ifUpdatedAt: AT });
    expect(request?.headers['idempotency-key']).toBe(`cli-approve-${ID}-${Date.parse(AT)}`);
  });

  it('asks first, and approves nothing where it cannot ask', async () => {
    await using server = await startStandIn({ [`GET ${PATH}`]: json(200, DRAFT) });
    const { code, stderr } = await server.social(['draft', 'approve', ID]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Publish draft 0192f3c1-7c1e? There is no terminal')]);
    expect(server.calls()).toEqual([`GET ${PATH}`]);
  });
});
