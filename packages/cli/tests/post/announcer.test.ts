import { describe, expect, it } from 'vitest';
import { createAnnouncer } from '../../src/announce/index.ts';
import { checkedWith, failed, listOf, PUBLISHED, postWith, underFirstKey } from '../support/posts.ts';
import { repository } from '../support/repository.ts';
import { signedIn } from '../support/social.ts';
import { json, type Replies, startStandIn } from '../support/stand-in-server.ts';

const RELEASE = { version: '1.4.0', tag: 'v1.4.0', notes: '## 1.4.0\n\n- New' };
const TOO_LONG = { ...failed('invalid_request', { error: 'text: is too long' }), state: 'problem' };

/** Makes the announcer of a release tool in a repository, for a server with these answers. */
async function open(options: object, replies: Replies) {
  const server = await startStandIn(replies);
  const directory = await repository('https://github.com/acme/tool');
  const env = { ...signedIn(server.url), PATH: process.env['PATH'], HOME: '/nonexistent' };
  const tool = { cwd: directory.path, env, log: () => {}, warn: () => {} };
  return {
    announcer: createAnnouncer({ to: ['profnet', 'microblog'], ...options }, tool),
    async [Symbol.asyncDispose]() {
      await directory[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

it('names a command that announces later with the same limits', async () => {
  const replies = {
    'GET /api/v1/posts': listOf(),
    'POST /api/v1/posts?dryRun=true': json(200, checkedWith({ profnet: TOO_LONG, microblog: TOO_LONG })),
  };
  await using opened = await open({ continueOnPartial: true, maxCredits: 5 }, replies);
  await expect(opened.announcer.announce(RELEASE)).rejects.toMatchObject({
    details: expect.stringContaining('--to profnet,microblog --continue-on-partial --max-credits 5'),
  });
});

describe('a platform with a problem, added to a release with a post', () => {
  const find = (): Replies => ({
    'GET /api/v1/posts': underFirstKey(postWith({ profnet: PUBLISHED })),
    'POST /api/v1/posts?dryRun=true': json(200, checkedWith({ microblog: TOO_LONG })),
  });

  it('is an error of the check, and of the announcement, which says that it is published in part', async () => {
    await using opened = await open({}, find());
    await expect(opened.announcer.check(RELEASE)).rejects.toThrow('microblog: text: is too long');
    await using again = await open({}, find());
    await expect(again.announcer.announce(RELEASE)).rejects.toMatchObject({ code: 'partial' });
  });

  it('is no error of either with continueOnPartial', async () => {
    await using opened = await open({ continueOnPartial: true }, find());
    await opened.announcer.check(RELEASE);
    await using again = await open({ continueOnPartial: true }, find());
    await again.announcer.announce(RELEASE);
  });
});
