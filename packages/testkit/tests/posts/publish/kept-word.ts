import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxSeed } from '@social/sandbox';
import { type FileServer, type Stack, samplePng, uniqueText, type Workspace } from '@social/testkit';
import { jpegThatClaims, largeAnimation, largePng, phonePhoto, plainJpeg } from '../../media/photos.ts';

/** Files that the tests of the look at files describe. */
const SAMPLES = join(import.meta.dirname, '../../../../rules/tests/look/files');
const sample = (name: string) => async () => readFileSync(join(SAMPLES, name));

/** Kinds of files, by the names under which they are served. */
export const KINDS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'plain.jpg': sample('plain.jpg'),
  'square.jpg': () => plainJpeg(600, 600),
  'alpha.png': sample('alpha.png'),
  'alpha.webp': sample('alpha.webp'),
  'animated.gif': sample('animated.gif'),
  'place.avif': sample('place.avif'),
  'wide-gamut.heic': sample('wide-gamut.heic'),
  'silent.mp4': sample('silent.mp4'),
  'phone.mov': sample('phone.mov'),
  'film.webm': sample('film.webm'),
};

export const FURTHER_KINDS: typeof KINDS = {
  'phone.jpg': phonePhoto,
  'tall.jpg': () => plainJpeg(300, 2_000),
  'bomb.jpg': () => jpegThatClaims(30_000, 30_000),
  'large.png': largePng,
  'cut-off.png': async () => samplePng(3, 5_000).subarray(0, 4_000),
  'animated.webp': sample('animated.webp'),
  'large.gif': async () => largeAnimation(16_000_000),
  'portrait.tiff': sample('portrait.tiff'),
  'sound.mp3': sample('sound.mp3'),
  'film.mkv': sample('film.mkv'),
};

type Meta = Readonly<Record<string, string | readonly string[] | boolean>>;

/** Settings of all platforms together: each has those that it knows. */
export const SETTINGS: readonly { readonly meta: Meta; readonly fitMedia?: boolean; readonly alt?: string }[] = [
  { meta: {} },
  {
    meta: {
      ...{ visibility: 'unlisted', language: 'zh-TW', spoilerText: 'Warning', sensitive: true, langs: ['zh-TW'] },
      ...{ privacyStatus: 'unlisted', privacyLevel: 'SELF_ONLY', title: 'A title', tags: ['one', 'two words'] },
    },
    alt: 'What the file shows',
  },
  {
    meta: {
      ...{ visibility: 'private', language: 'pt-BR', langs: ['pt-BR', 'en'] },
      ...{ privacyStatus: 'private', privacyLevel: 'MUTUAL_FOLLOW_FRIENDS', pull: true, categoryId: '19' },
    },
    fitMedia: false,
  },
  {
    meta: {
      ...{ visibility: 'mutuals_only', language: 'yue', langs: ['zh-Hant-HK', 'es-419', 'tok'] },
      privacyLevel: 'FOLLOWER_OF_CREATOR',
    },
    alt: 'x'.repeat(1_000),
  },
];

/** Workspaces that together reach every network. */
export interface World {
  readonly stack: Stack;
  readonly publishers: readonly { readonly workspace: Workspace; readonly platforms: readonly string[] }[];
}

const SIGN_IN = ['profnet', 'microblog', 'video', 'shortvideo', 'socialnet', 'photonet', 'bluesky', 'mastodon'];

/** Connects workspaces to every network. @param other a server where Instagram's accounts sign in at Facebook */
export async function reachAll(stack: Stack, other: Stack): Promise<World['publishers']> {
  const all = await stack.createWorkspace({ connect: SIGN_IN });
  const discord = await stack.createWorkspace();
  const { id, token } = sandboxSeed.discord.webhook;
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}`;
  const { token: botToken } = sandboxSeed.telegram.bot;
  await connectChat(all, { botToken, chatId: '@sandbox_channel' });
  await connectChat(discord, { webhookUrl });
  const page = await other.createWorkspace({ connect: ['photonet'] });
  return [
    { workspace: all, platforms: [...SIGN_IN, 'chatbot'] },
    { workspace: discord, platforms: ['chatbot'] },
    { workspace: page, platforms: ['photonet'] },
  ];
}

async function connectChat(workspace: Workspace, body: object): Promise<void> {
  const { status, text } = await workspace.api('POST', '/api/connect/chatbot/token', { body });
  if (status !== 201) throw new Error(`connecting a chat answered ${status} ${text}`);
}

/** What came of a file at every network. */
export interface Kept {
  /** Each network where the dry run and the publish disagree, with what they said. */
  readonly disagreements: readonly string[];
  /** Networks that have published the file. */
  readonly published: number;
  /** Networks for which the dry run could not look at the file. */
  readonly unseen: number;
}

/** Checks and publishes a file to every network. */
export async function keepWord(
  name: string,
  { body, settings, files }: { body: Uint8Array; settings: (typeof SETTINGS)[number]; files: FileServer },
  publishers: World['publishers'],
): Promise<Kept> {
  const url = files.serve(`/${uniqueText('at').replaceAll(/\W/g, '')}/${name}`, { body, inParts: true });
  const { meta, alt, ...choices } = settings;
  const kept = { published: 0, unseen: 0 };
  const found = publishers.map(async ({ workspace, platforms }) => {
    const post = { text: uniqueText('Kept word'), platforms, media: [{ url, ...(alt && { alt }) }], meta, ...choices };
    const checked = await workspace.publish({ ...post, dryRun: true });
    const sent = await workspace.publish(post);
    if (checked.status !== 200 || sent.status !== 201) return [`${name}: ${checked.text} → ${sent.text}`];
    return platforms.flatMap((platform) => {
      const [said, done] = [checked.body, sent.body].map(({ platformResults }) => platformResults[platform]);
      const isUnseen = /was not looked at/.test(said.note ?? '');
      if (done.ok) kept.published += 1;
      if (isUnseen) kept.unseen += 1;
      // What nobody can know before.
      if (said.ok === done.ok || isUnseen) return [];
      const words = JSON.stringify(meta);
      return [
        `${name} at ${platform} with ${words}: ${said.error ?? said.note ?? said.state} → ${done.error ?? done.state}`,
      ];
    });
  });
  const disagreements = (await Promise.all(found)).flat();
  return { ...kept, disagreements };
}
