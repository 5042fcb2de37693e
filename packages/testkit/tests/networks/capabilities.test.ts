import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AcceptedPost, sandboxSeed } from '@social/sandbox';
import { type Stack, startFileServer, uniqueText, useResource, useStack, type Workspace } from '@social/testkit';
import { CAPABILITIES, NETWORK_IDS, type NetworkId, networkFacts } from '@social/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { MP4_HEAD } from '../../../platforms/tests/support/media-samples.ts';
import { plainJpeg } from '../media/photos.ts';

type Capability = keyof (typeof CAPABILITIES)['x']['states'];
/** Offered for no network yet. */
const UNTRIED: readonly Capability[] = ['reply', 'quote', 'edit'];

/** A post that has a capability where the network does. */
interface Attempt {
  readonly body: object;
  /** Returns whether the network's readers see it. */
  readonly shows: (post: AcceptedPost, posts: readonly AcceptedPost[]) => boolean | Promise<boolean>;
}

const PAGES = 'pages_show_list pages_manage_posts pages_read_engagement business_management';
const { stack: usual } = useStack({
  env: {
    SOCIAL_PROFNET_SCOPES: 'openid profile email w_member_social w_member_social_feed',
    SOCIAL_SOCIALNET_SCOPES: `${PAGES} pages_manage_engagement`,
    SOCIAL_PHOTONET_SCOPES:
      'instagram_business_basic instagram_business_content_publish instagram_business_manage_comments',
  },
});
const INSTAGRAM = 'instagram_basic instagram_content_publish instagram_manage_comments instagram_manage_contents';
const { stack: throughFacebook } = useStack({
  env: { SOCIAL_PHOTONET_NETWORK: 'instagram-facebook', SOCIAL_PHOTONET_SCOPES: `${PAGES} ${INSTAGRAM}` },
});
const files = useResource(startFileServer);

const serve = (name: string, body: Uint8Array | string, type: string) =>
  files.serve(`/${name}`, { body, headers: { 'content-type': type } });
const GIF = join(import.meta.dirname, '../../../rules/tests/look/files/animated.gif');

/** Makes an attempt for each capability that some network has. */
async function attemptsFor(network: NetworkId): Promise<Partial<Record<Capability, Attempt>>> {
  const { images, required } = networkFacts(network).media;
  const [one, other] = [await plainJpeg(500, 500), await plainJpeg(600, 600)];
  const picture = { url: serve('one.jpg', one, 'image/jpeg') };
  // Ten seconds, and more bytes than any network asks for.
  const video = { url: serve('film.mp4', Buffer.concat([MP4_HEAD, Buffer.alloc(80_000)]), 'video/mp4') };
  const least = images === 0 ? [video] : required ? [picture] : [];
  const [alt, comment] = [uniqueText('What it shows'), uniqueText('Comment')];
  const link = serve('page', '<title>Title</title>', 'text/html');
  const hasType = (type: string) => (post: AcceptedPost) => post.media.some((file) => file.type.startsWith(type));
  return {
    'alt text': {
      body: { media: [{ ...(least[0] ?? picture), alt }] },
      shows: async ({ url }) => (await (await fetch(url)).text()).includes(alt),
    },
    'link card': { body: { media: least, text: uniqueText(link) }, shows: ({ card }) => card?.url === link },
    'several pictures': {
      body: { media: [picture, { url: serve('other.jpg', other, 'image/jpeg') }] },
      shows: ({ media }) => media.length === 2,
    },
    animation: {
      body: { media: [{ url: serve('moving.gif', readFileSync(GIF), 'image/gif') }] },
      shows: hasType('image/gif'),
    },
    video: { body: { media: [video] }, shows: hasType('video/') },
    document: {
      body: { media: [...least, { url: serve('report.pdf', '%PDF-1.7\n%%EOF', 'application/pdf') }] },
      shows: hasType('application/pdf'),
    },
    poll: {
      body: { media: least, poll: { options: ['Dark', 'Light'], minutes: 1440 } },
      shows: ({ poll }) => poll?.options.join() === 'Dark,Light',
    },
    'first comment': {
      body: { media: least, comments: [comment] },
      shows: (_, posts) => posts.some(({ text }) => text === comment),
    },
    delete: { body: { media: least }, shows: ({ deletedAt }) => deletedAt !== null },
  };
}

async function connect(stack: Stack, network: NetworkId): Promise<Workspace> {
  const { platform, connect: way } = networkFacts(network);
  if (way.app || platform !== 'chatbot') return stack.createWorkspace({ connect: [platform] });
  const { bot, chats } = sandboxSeed.telegram;
  const { id, token } = sandboxSeed.discord.webhook;
  const chat = { botToken: bot.token, chatId: chats.channel };
  const webhook = { webhookUrl: `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}` };
  const workspace = await stack.createWorkspace();
  const body = way.secret === 'webhookUrl' ? webhook : chat;
  expect((await workspace.api('POST', '/api/connect/chatbot/token', { body })).status).toBe(201);
  return workspace;
}

describe.each(NETWORK_IDS)('the table of capabilities holds for %s', (network) => {
  const stack = network === 'instagram-facebook' ? throughFacebook : usual;
  const { platform } = networkFacts(network);
  const cells = Object.entries(CAPABILITIES[network].states) as [Capability, string][];
  let workspace: Workspace;
  let attempts: Awaited<ReturnType<typeof attemptsFor>>;

  beforeAll(async () => {
    workspace = await connect(stack, network);
    attempts = await attemptsFor(network);
  });

  test.each(cells.filter(([name, state]) => state === 'yes' || !UNTRIED.includes(name)))(
    '%s: %s',
    async (name, state) => {
      const { body, shows } = attempts[name] as Attempt;
      const post = { text: uniqueText('Post'), platforms: [platform], ...body };
      const { body: published } = await workspace.publish(post);
      let result = published.platformResults[platform];
      if (name === 'delete') {
        const taken = await workspace.api('POST', `/api/v1/posts/${published.id}/unpublish`);
        result = taken.body.results[platform];
      }
      const posts = await stack.sandbox.posts();
      const accepted = posts.find(({ text, poll }) => text.startsWith(post.text) || poll?.question === post.text);
      expect(accepted !== undefined && (await shows(accepted, posts))).toBe(state === 'yes');
      // Nobody asks for a card.
      if (state === 'yes' || name === 'link card') return;
      expect(result.ok ? result.note : result.error).toMatch(/^Left out on |takes?|shows no|delete it there/);
    },
  );
});
