import { describe, expect, it } from 'vitest';
import type { Checkpoint, OutgoingMedia, PublishContext } from '../../src/index.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { rejectionOf } from '../support/stub-network.ts';

const MB = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const files = await useMediaServer();

describe.each([
  ['instagram', 'instagram'],
  ['instagram-facebook', 'facebook'],
] as const)('publishing to Instagram as %s', (network, called) => {
  const used = useSandboxedDriver(network, { called, posts: 'instagram' });
  const control = () => used.control;
  const publish = (media: readonly OutgoingMedia[], call?: PublishContext, text = 'a post') =>
    used.publish(media, call, { text }).result;

  it('publishes a video as a reel once it is processed', async () => {
    const video = files.video({ bytes: 2 * MB });
    const stages = new Set<string>();
    const published = await publish([video], { onProgress: ({ stage }) => stages.add(stage) });
    expect(await control().acceptedPosts()).toMatchObject([
      { id: published.platformPostId, media: [{ type: 'video/mp4', sha256: video.sha256 }] },
    ]);
    expect(stages).toContain('processing');
    expect(await (await fetch(published.url)).text()).toContain('a post');
  });

  it('publishes images and videos together, in their order', async () => {
    const media = [files.jpeg({ shade: 1 }), files.video({ bytes: MB }), files.jpeg({ shade: 2, alt: 'grey' })];
    await publish(media);
    expect(await control().acceptedPosts()).toMatchObject([{ media: media.map(({ sha256 }) => ({ sha256 })) }]);
    expect(await control().countRequests('publish')).toBe(1);
  });

  it('explains an invalid video, and publishes nothing', async () => {
    const broken = files.video({ bytes: MB, isBroken: true });
    for (const media of [[broken], [files.jpeg({ shade: 1 }), broken]]) {
      expect(await rejectionOf(publish(media))).toMatchObject({ code: 'media_refused', upstreamCode: '2207026' });
    }
    expect(await control().countRequests('publish')).toBe(0);
  });

  it('asks for a public address where the network must fetch a file, before anything is sent', async () => {
    const image = { ...files.jpeg({ shade: 1 }), publicUrl: null };
    expect(await rejectionOf(publish([files.jpeg({ shade: 2 }), image]))).toMatchObject({
      kind: 'rejected',
      code: 'media_refused',
      status: null,
      message:
        '1.jpg has no public https address from which Instagram can fetch it; set SOCIAL_BASE_URL to one, or send a file at a public address as it is with "fitMedia": false',
    });
    const video = { ...files.video({ bytes: MB }), publicUrl: null };
    if (network === 'instagram-facebook') await publish([video]);
    else expect(await rejectionOf(publish([video]))).toHaveProperty('code', 'media_refused');
    expect(await control().countRequests('upload')).toBe(network === 'instagram-facebook' ? 2 : 0);
  });

  it('reports a file that the network could not fetch', async () => {
    const lost = { ...files.jpeg({ shade: 1 }), publicUrl: `${used.sandbox.url}/nowhere` };
    expect(await rejectionOf(publish([lost]))).toMatchObject({ code: 'media_unreachable', upstreamCode: '2207052' });
  });

  it('refuses what is over a limit, with the name of the file and both values, before anything is sent', async () => {
    const image = files.jpeg({ shade: 3 });
    const cases: readonly (readonly [media: OutgoingMedia[], text: string, message: string])[] = [
      [
        [files.jpeg({ shade: 3, width: 100, height: 200 })],
        '',
        '3.jpg is 100 × 200 pixels, and Instagram takes images from 0.8:1 to 1.91:1; crop it',
      ],
      [[{ ...image, bytes: 9 * 1024 * 1024 }], '', '3.jpg is 9.4 MB, and Instagram takes up to 8.4 MB'],
      [[{ ...image, contentType: 'image/png' }], '', '3.jpg is PNG; Instagram takes JPEG images'],
      [
        [{ ...files.video({ bytes: 100 }), bytes: 301 * 1024 * 1024 }],
        '',
        'clip.mp4 is 315.6 MB, and Instagram takes up to 314.6 MB',
      ],
      [[], '', 'Instagram needs an image or a video'],
      [
        [image],
        'x'.repeat(2201),
        'photonet takes at most 2200 characters in a post, this one has 2201; leave some out',
      ],
      [[image], '#a '.repeat(31), 'photonet takes at most 30 hashtags in a post, this one has 31; leave some out'],
      [[image], '@a '.repeat(21), 'photonet takes at most 20 mentions in a post, this one has 21; leave some out'],
    ];
    for (const [media, text, message] of cases) {
      expect(await rejectionOf(publish(media, {}, text))).toMatchObject({ kind: 'rejected', status: null, message });
    }
    expect(await control().countRequests('read')).toBe(network === 'instagram-facebook' ? 2 : 0);
    await publish([files.jpeg({ shade: 4, width: 1080, height: 1350 })], {}, `${'#a '.repeat(30)}${'@a '.repeat(20)}`);
    await publish([files.jpeg({ shade: 4, width: 1080, height: 566 })]);
    expect(await control().acceptedPosts()).toHaveLength(2);
  });

  it("reads the account's limit first, and sends nothing once it is reached", async () => {
    await control().set({ rateLimits: true });
    for (let shade = 0; shade < 50; shade += 1) await publish([files.jpeg({ shade })]);
    const uploads = await control().countRequests('upload');
    expect(await rejectionOf(publish([files.jpeg({ shade: 60 })]))).toMatchObject({
      kind: 'rate-limited',
      message: expect.stringContaining('has used 50 of the 50 posts'),
    });
    expect(await control().countRequests('upload')).toBe(uploads);
  });

  /** The checkpoints of a publish, and how it ended. */
  async function interrupted(media: readonly OutgoingMedia[]): Promise<Checkpoint[]> {
    const saved: Checkpoint[] = [];
    await rejectionOf(publish(media, { saveCheckpoint: async (each) => void saved.push(each) }));
    return saved;
  }

  it('resumes with existing containers, and makes each of them once', async () => {
    const media = [files.jpeg({ shade: 1 }), files.jpeg({ shade: 2 })];
    await control().fault({ operation: 'publish', kind: 'rate-limit' });
    const saved = await interrupted(media);
    expect(saved.map(({ stage }) => stage)).toEqual(['preparing', 'preparing', 'preparing', 'publishing']);
    expect(await control().countRequests('upload')).toBe(3);
    await publish(media, { checkpoint: saved[1] ?? null });
    expect(await control().countRequests('upload')).toBe(4);
    expect(await control().acceptedPosts()).toHaveLength(1);
  });

  it('publishes after a crash what was ready but not published', async () => {
    const media = [files.jpeg({ shade: 1 })];
    await control().fault({ operation: 'publish', kind: 'drop' });
    const saved = await interrupted(media);
    const { platformPostId } = await publish(media, { checkpoint: saved.at(-1) ?? null });
    expect(await control().acceptedPosts()).toMatchObject([{ id: platformPostId }]);
    expect(await control().countRequests('upload')).toBe(1);
  });

  it('publishes nothing again that a crashed process had published', async () => {
    const media = [files.jpeg({ shade: 1 })];
    await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
    const checkpoint = (await interrupted(media)).at(-1) ?? null;
    for (const sent of [media, [{ ...files.jpeg({ shade: 1 }), sha256: 'another' }]]) {
      expect(await rejectionOf(publish(sent, { checkpoint }))).toMatchObject({
        kind: 'outcome-unknown',
        message:
          'the server stopped while it published this: the post is published, but Instagram does not say under which id; check the account before sending it again',
      });
    }
    expect(await control().acceptedPosts()).toHaveLength(1);
    expect(await control().countRequests('publish')).toBe(1);
  });

  it('does not start again where the network has forgotten a post that may be published', async () => {
    const checkpoint = { stage: 'publishing', container: '1', children: '', files: 'any' };
    const error = await rejectionOf(publish([files.jpeg({ shade: 1 })], { checkpoint }));
    expect(error).toMatchObject({
      kind: 'outcome-unknown',
      message: expect.stringContaining('Instagram no longer knows what happened to it'),
    });
    expect(await control().countRequests('publish')).toBe(0);
  });

  it('starts again after a day, when containers have expired unpublished', async () => {
    const media = [files.jpeg({ shade: 1 }), files.jpeg({ shade: 2 })];
    await control().fault({ operation: 'publish', kind: 'drop', times: 1 });
    const saved = await interrupted(media);
    used.aheadMs += DAY_MS;
    for (const checkpoint of [saved[1], saved[2], saved[3]]) await publish(media, { checkpoint: checkpoint ?? null });
    expect(await control().acceptedPosts()).toHaveLength(3);
  });

  it('starts again for other files, unless the first may have been published', async () => {
    await control().fault({ operation: 'publish', kind: 'drop' });
    const first = files.jpeg({ shade: 1 });
    const saved = await interrupted([first]);
    expect(saved.map(({ stage }) => stage)).toEqual(['preparing', 'publishing']);
    const other = files.jpeg({ shade: 2 });
    for (const checkpoint of saved) await publish([other], { checkpoint });
    const accepted = await control().acceptedPosts();
    expect(new Set(accepted.map(({ media }) => media[0]?.sha256))).toEqual(new Set([other.sha256, first.sha256]));
  });

  it('uploads again where the connection is cut, for those who send bytes', async () => {
    const video = files.video({ bytes: 2 * MB });
    let opened = 0;
    const open: OutgoingMedia['open'] = async function* (fromByte) {
      opened += 1;
      if (opened === 1) await control().fault({ operation: 'upload', kind: 'drop' });
      yield* video.open(fromByte);
    };
    await publish([{ ...video, open }]);
    expect(opened).toBe(network === 'instagram-facebook' ? 2 : 0);
    expect(await control().acceptedPosts()).toMatchObject([{ media: [{ sha256: video.sha256 }] }]);
  });
});
