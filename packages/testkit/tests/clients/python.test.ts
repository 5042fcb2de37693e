import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AcceptedPost,
  type NetworkId,
  type Sandbox,
  sandboxApp,
  sandboxSeed,
  startSandbox,
} from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MP4_HEAD } from '../../../platforms/tests/support/media-samples.ts';
import { temporaryDirectory } from '../../src/programs/server-process.ts';

/** Packages of the clients, which `pnpm test:full --only clients` installs where it can. */
const PACKAGES = process.env['SOCIAL_TEST_PYTHON'];
const PICTURE = join(import.meta.dirname, '../../../../scripts/demo-media/picture.jpg');

/** What a client says, and what the network has then. */
interface Trial {
  readonly network: NetworkId;
  readonly me: unknown;
  readonly read?: string;
  /** Reads the description of its picture back. */
  readonly alt?: true;
  readonly posts: readonly string[];
  /** What it makes of a text that is too long, of a rate limit and of a wrong token: names of errors, or what it returns. */
  readonly refusals: readonly unknown[];
  readonly statuses: readonly number[];
}

const [TEXT, REPLY] = ['A text', 'A reply, to A text'];
const [PICTURED, DESCRIBED] = ['A picture, image/jpeg', 'A picture, image/jpeg, described'];
const [FILM, DELETED_FILM] = ['A video, video/mp4', 'A video, video/mp4, deleted'];
const LIMITED = 'Limited';
const mastodon = {
  network: 'mastodon',
  me: 'sandbox_owner',
  read: '<p>A text</p>',
  statuses: [422, 429, 401],
} as const;
const telegram = {
  network: 'telegram',
  me: 'sandbox_bot, administrator of Sandbox Channel among 2, True',
  posts: [TEXT, PICTURED, DELETED_FILM, REPLY],
  statuses: [400, 429, 404],
} as const;
const facebook = { network: 'facebook', me: 'Sandbox Owner', read: TEXT, statuses: [400, 403, 400] } as const;
/** Apprise says whether it has sent a message, and nothing else. */
const apprise = { me: true, refusals: [false, false, false] } as const;

const TRIALS: Readonly<Record<string, Trial>> = {
  'mastodon Mastodon': {
    ...{ ...mastodon, alt: true, posts: [TEXT, DESCRIBED, DELETED_FILM, REPLY] },
    refusals: ['mastodon.MastodonAPIError', 'mastodon.MastodonRatelimitError', 'mastodon.MastodonUnauthorizedError'],
  },
  'mastodon Toot': {
    ...{ ...mastodon, posts: [TEXT, DESCRIBED, DELETED_FILM, REPLY] },
    refusals: ['toot.ApiError', 'toot.ApiError', 'toot.ApiError'],
  },
  'bluesky Atproto': {
    ...{ network: 'bluesky', me: 'sandbox-owner.bsky.test', read: TEXT, alt: true },
    posts: [TEXT, DESCRIBED, DELETED_FILM, REPLY],
    refusals: ['BadRequestError', 'RateLimitExceededError', 'UnauthorizedError'].map(
      (name) => `atproto_client.${name}`,
    ),
    statuses: [400, 429, 401],
  },
  'x Tweepy': {
    ...{ network: 'x', me: 'sandbox_owner', read: 'sandbox_owner: A text', alt: true },
    posts: [TEXT, `${DESCRIBED}, deleted`, REPLY],
    refusals: ['tweepy.BadRequest', 'tweepy.TooManyRequests', 'tweepy.Unauthorized'],
    statuses: [400, 429, 401],
  },
  'telegram PythonTelegramBot': {
    ...telegram,
    refusals: ['telegram.BadRequest', 'telegram.RetryAfter', 'telegram.InvalidToken'],
  },
  'telegram Aiogram': {
    ...telegram,
    refusals: ['aiogram.TelegramBadRequest', 'aiogram.TelegramRetryAfter', 'aiogram.TelegramNotFound'],
  },
  'telegram Telebot': { ...telegram, refusals: Array(3).fill('telebot.ApiTelegramException') },
  // These two wait for the rate limit to end.
  'discord DiscordPy': {
    ...{ network: 'discord', me: 'Sandbox Bot', read: 'Sandbox Bot: A text', alt: true },
    posts: [TEXT, DESCRIBED, DELETED_FILM, REPLY, LIMITED],
    refusals: ['discord.HTTPException', 'no error', 'discord.LoginFailure'],
    statuses: [400, 429, 401],
  },
  'discord DiscordWebhook': {
    ...{ network: 'discord', me: 'Sandbox Webhook', posts: ['Who am I', TEXT, PICTURED, DELETED_FILM, LIMITED] },
    ...{ refusals: [400, 'no error', 401], statuses: [400, 429, 401] },
  },
  'youtube GoogleApi': {
    ...{ network: 'youtube', me: 'Sandbox Owner', read: 'A video' },
    // YouTube deletes comments with their video.
    posts: [DELETED_FILM, 'A reply, to A video, deleted'],
    refusals: ['googleapiclient.ResumableUploadError', 'googleapiclient.HttpError', 'google.RefreshError'],
    statuses: [400, 429, 401],
  },
  'facebook FacebookSdk': {
    ...{ ...facebook, posts: [TEXT, `${DESCRIBED}, deleted`, REPLY] },
    refusals: Array(3).fill('facebook.GraphAPIError'),
  },
  'facebook FacebookBusiness': {
    ...{ ...facebook, posts: [TEXT, DESCRIBED, DELETED_FILM, REPLY] },
    refusals: Array(3).fill('facebook_business.FacebookRequestError'),
  },
  // It returns the status of each answer.
  'linkedin LinkedinApi': {
    ...{ network: 'linkedin', me: 'Sandbox Owner', posts: [TEXT, `${DESCRIBED}, deleted`, REPLY] },
    ...{ refusals: [400, 429, 401], statuses: [400, 429, 401] },
  },
  'apprise_urls Telegram': {
    ...{ ...apprise, network: 'telegram', posts: ['Who am I', TEXT, PICTURED, FILM], statuses: [400, 429, 404] },
  },
  'apprise_urls Discord': {
    // It sends files apart, and waits for the rate limit to end.
    ...{ network: 'discord', me: true, refusals: [false, true, false], statuses: [400, 429, 401] },
    posts: ['Who am I', TEXT, 'A picture', ', image/jpeg', 'A video', ', video/mp4', LIMITED],
  },
  'apprise_urls Mastodon': {
    ...{ ...apprise, network: 'mastodon', posts: ['Who am I', TEXT, PICTURED, FILM], statuses: [422, 429, 401] },
  },
  'apprise_urls Bluesky': {
    // It sends no videos there.
    ...{ ...apprise, network: 'bluesky', posts: ['Who am I', TEXT, PICTURED, 'A video'], statuses: [400, 429, 401] },
  },
};

describe.skipIf(PACKAGES === undefined)('clients for Python', () => {
  const folder = temporaryDirectory();
  const video = join(folder.path, 'film.mp4');
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ asNetworks: true, autoApprove: true });
    // Ten seconds, and more bytes than any network asks for.
    writeFileSync(video, Buffer.concat([MP4_HEAD, Buffer.alloc(80_000)]));
  });
  beforeEach(() => sandbox.reset());
  afterAll(async () => {
    await sandbox.close();
    folder[Symbol.dispose]();
  });

  async function run(client: string): Promise<Record<string, unknown>> {
    const given = { url: sandbox.url, seed: sandboxSeed, app: sandboxApp, picture: PICTURE, video };
    const env = {
      ...{ PATH: process.env['PATH'], HOME: folder.path, PYTHONPATH: PACKAGES, PYTHONDONTWRITEBYTECODE: '1' },
      ...{ ...sandbox.asNetworks?.environment, SANDBOX: JSON.stringify(given) },
    };
    const args = ['-m', 'python', ...client.split(' ')];
    const { stdout } = await promisify(execFile)('python3', args, { cwd: import.meta.dirname, env });
    return JSON.parse(stdout);
  }

  /** A post in a few words: its text, types of files, what it answers, and whether it is described and deleted. */
  async function describePost(post: AcceptedPost, posts: readonly AcceptedPost[]): Promise<string> {
    const parent = posts.find(({ id }) => id === post.replyToId);
    const page = await (await fetch(post.url)).text();
    const parts = [
      ...[post.text, ...post.media.map(({ type }) => type), parent && `to ${parent.text}`],
      ...[page.includes('What it shows') && 'described', post.deletedAt !== null && 'deleted'],
    ];
    return parts.filter((part) => typeof part === 'string').join(', ');
  }

  test.each(Object.entries(TRIALS))('%s works unchanged', { timeout: 180_000 }, async (client, trial) => {
    const { network, me, read, alt, posts: wanted, refusals, statuses } = trial;
    const { tooLong, rateLimit, badToken, ...said } = await run(client);
    expect(said).toEqual({ me, ...(read && { read }), ...(alt && { alt: 'What it shows' }) });
    expect([tooLong, rateLimit, badToken]).toEqual(refusals);
    const posts = await sandbox.posts(network);
    expect(await Promise.all(posts.map((post) => describePost(post, posts)))).toEqual(wanted);
    const refused = (await sandbox.requests(network)).filter(({ status }) => status >= 400);
    expect(refused.map(({ status }) => status)).toEqual(statuses);
  });
});
