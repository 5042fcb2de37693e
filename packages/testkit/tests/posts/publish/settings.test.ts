import { uniqueText, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['mastodon', 'bluesky', 'video', 'photonet', 'profnet'] });

/** Publishes a post. @returns the answer to a dry run before, and that of the publish */
async function tryAndPublish(post: object, by = workspace) {
  const text = uniqueText('Settings');
  const { body: checked } = await by.publish({ text, ...post, dryRun: true });
  return { checked, body: (await by.publish({ text, ...post })).body };
}

describe('a setting that no network can take is refused with its field, by the dry run and the publish', () => {
  test.each([
    ['mastodon', { visibility: 'secret' }, 'meta.visibility', 'public, unlisted, private, direct'],
    ['mastodon', { language: 'xx' }, 'meta.language', 'en, pt-BR or zh-Hant-TW'],
    ['mastodon', { language: 'English' }, 'meta.language', 'en, pt-BR or zh-Hant-TW'],
    ['mastodon', { sensitive: 'yes' }, 'meta.sensitive', 'boolean'],
    ['bluesky', { langs: ['en', 'qq'] }, 'meta.langs[1]', 'en, pt-BR or zh-Hant-TW'],
    ['bluesky', { langs: ['en', 'de', 'fr', 'es'] }, 'meta.langs', 'at most 3'],
    ['shortvideo', { privacyLevel: 'FRIENDS' }, 'meta.privacyLevel', 'MUTUAL_FOLLOW_FRIENDS'],
    ['video', { categoryId: '0' }, 'meta.categoryId', 'like "22"'],
    ['video', { categoryId: '022' }, 'meta.categoryId', 'like "22"'],
    ['video', { categoryId: 'music' }, 'meta.categoryId', 'like "22"'],
  ])('%s with %j', async (platform, meta, field, words) => {
    for (const given of [meta, JSON.stringify(meta)]) {
      for (const dryRun of [true, false]) {
        const answer = await workspace.publish({ text: 'Never sent', platforms: [platform], meta: given, dryRun });
        expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', details: { field } } });
        expect(answer.body.error).toContain(words);
      }
    }
  });
});

test.each([
  ['zh-TW', 'zh-TW'],
  ['pt-BR', 'pt'],
  ['en', 'en'],
])('the language %s is %s at Mastodon', async (language, expected) => {
  const { checked, body } = await tryAndPublish({ platforms: ['mastodon'], meta: { language } });
  expect(checked.outcome).toBe('ready');
  const { platformPostId: id } = body.platformResults.mastodon;
  const answer = await fetch(`${stack.sandboxUrl}/mastodon/api/v1/statuses/${id}`);
  expect(await answer.json()).toMatchObject({ language: expected });
});

test.each([[['pt-BR', 'zh-Hant-TW']], [['EN', 'en', 'zh-YUE']]])('Bluesky gets the languages %j', async (langs) => {
  const { checked, body } = await tryAndPublish({ platforms: ['bluesky'], meta: { langs } });
  expect([checked.outcome, body.outcome]).toEqual(['ready', 'published']);
});

describe('what one network refuses is a problem of it alone, in the dry run and before anything is sent', () => {
  test.each([
    ['mastodon', { meta: { visibility: 'mutuals_only' } }, 'must be one of public, unlisted, private, direct'],
    ['photonet', { text: Array.from({ length: 31 }, (_, n) => `#tag${n}`).join(' ') }, 'at most 30 hashtags'],
    ['video', { text: 'a < b' }, 'no < or >'],
    ['video', { meta: { categoryId: '9999' } }, 'YouTube has no category 9999 for videos'],
    ['video', { meta: { categoryId: '18' } }, 'YouTube has no category 18 for videos'],
  ])('%s', async (platform, given, words) => {
    const video = 'http://127.0.0.1:9/never-fetched.mp4';
    const media = platform === 'mastodon' ? [] : [{ url: video }];
    const overrides = { profnet: { media: [] } };
    const { checked, body } = await tryAndPublish({ platforms: [platform, 'profnet'], media, overrides, ...given });
    for (const { platformResults } of [checked, body]) {
      expect(platformResults).toMatchObject({
        [platform]: { ok: false, code: 'invalid_request', error: expect.stringContaining(words) },
        profnet: { ok: true },
      });
    }
  });
});

describe('a server of GoToSocial', () => {
  let social: typeof workspace;
  beforeAll(async () => {
    await stack.sandbox.settings({ mastodon: { kind: 'gotosocial' } });
    social = await stack.createWorkspace({ connect: ['mastodon'] });
  });

  test('takes the visibility that only it has', async () => {
    await stack.sandbox.settings({ mastodon: { kind: 'gotosocial' } });
    const post = { platforms: ['mastodon'], meta: { visibility: 'mutuals_only', language: 'zh-TW' } };
    const { checked, body } = await tryAndPublish(post, social);
    expect([checked.outcome, body.outcome]).toEqual(['ready', 'published']);
  });
});
