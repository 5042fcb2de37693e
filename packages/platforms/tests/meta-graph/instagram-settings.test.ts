import { describe, expect, it } from 'vitest';
import type { Checkpoint, OutgoingMedia } from '../../src/index.ts';
import { contentProblem } from '../../src/registry.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { rejectionOf } from '../support/stub-network.ts';

const MB = 1_000_000;
const files = await useMediaServer();

describe.each([
  ['instagram', 'instagram'],
  ['instagram-facebook', 'facebook'],
] as const)('settings of Instagram posts as %s', (network, called) => {
  const used = useSandboxedDriver(network, { called, posts: 'instagram' });
  const isFacebook = network === 'instagram-facebook';
  const picture = (shade = 1) => files.jpeg({ shade });
  const video = () => files.video({ bytes: MB });
  const publish = (
    media: readonly OutgoingMedia[],
    settings: Record<string, unknown>,
    call: Parameters<typeof used.publish>[1] = {},
  ) => used.publish(media, call, { text: 'a post', settings }).result;
  const refusal = async (media: readonly OutgoingMedia[], settings: Record<string, unknown>) => {
    const error = await rejectionOf(publish(media, settings));
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(await used.control.countRequests('upload')).toBe(0);
    return (error as Error).message;
  };

  it.each([
    ['a picture', picture],
    ['a video', video],
  ])('publishes %s as a story without its text and description', async (_kind, file) => {
    const { note, url } = await publish([{ ...file(), alt: 'seen' }], { type: 'story' });
    expect(note).toBe('A story takes no description of its file.');
    expect(await used.control.acceptedPosts()).toMatchObject([{ text: '', settings: { media_type: 'STORIES' } }]);
    expect(await (await fetch(url)).text()).toContain('media_type: STORIES');
  });

  it('takes pictures of any shape and long texts for stories, and videos of up to a minute and 100 MB', async () => {
    await used.publish(
      files.jpeg({ shade: 2, width: 1080, height: 1920 }),
      {},
      {
        ...{ text: 'x'.repeat(3000), settings: { type: 'story' } },
      },
    ).result;
    expect(await used.control.acceptedPosts()).toHaveLength(1);
    const long = { ...video(), duration: 61 };
    expect(await rejectionOf(publish([long], { type: 'story' }))).toHaveProperty(
      'message',
      'clip.mp4 lasts 61 seconds, and Instagram takes videos of at most 60 seconds',
    );
    const large = { ...video(), bytes: 101 * 1024 * 1024 };
    expect(await rejectionOf(publish([large], { type: 'story' }))).toHaveProperty('code', 'media_refused');
    expect(await used.control.acceptedPosts()).toHaveLength(1);
  });

  it('refuses a type that does not fit the files, before anything is sent', async () => {
    expect(await refusal([picture(1), picture(2)], { type: 'story' })).toBe(
      'a story has one picture or one video; leave the others out',
    );
    for (const media of [[picture()], [video(), picture()]]) {
      expect(await refusal(media, { type: 'reel' })).toBe('the type reel needs one video, and no other file');
    }
    expect(await refusal([video()], { type: 'feed', shareToFeed: false })).toContain('leave one of them out');
  });

  it('publishes a reel with its place, cover, authors and tags', async () => {
    const settings = {
      ...{ type: 'reel', shareToFeed: false, coverMs: 1500, collaborators: ['acme.studio', 'ada'] },
      ...{ locationId: '106377336067638', userTags: ['acme@0.5:0.8', 'bob'], aiGenerated: true, paidPartnership: true },
    };
    const { note } = await publish([{ ...video(), duration: 10 }], settings);
    expect(note).toBe('The userTags of a reel have no places.');
    const [post] = await used.control.acceptedPosts();
    expect(post?.settings).toEqual({
      ...{ share_to_feed: false, thumb_offset: 1500, collaborators: ['acme.studio', 'ada'] },
      ...{ location_id: '106377336067638', user_tags: [{ username: 'acme' }, { username: 'bob' }] },
      ...{ is_ai_generated: true, ...(isFacebook && { is_paid_partnership: true }) },
    });
  });

  it('shows a video of the type feed in the feed', async () => {
    const { note } = await publish([video()], { type: 'feed' });
    expect(note).toContain('makes a reel of a video');
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { share_to_feed: true } }]);
  });

  it('tags accounts in a picture at their places, in the middle without one', async () => {
    const { note } = await publish([picture()], { userTags: ['acme@0.25:1', 'bob'], coverMs: 5, shareToFeed: true });
    expect(note).toBe('Instagram takes no shareToFeed or coverMs with a picture: left out.');
    const [post] = await used.control.acceptedPosts();
    expect(post?.settings).toEqual({
      user_tags: [
        { username: 'acme', x: 0.25, y: 1 },
        { username: 'bob', x: 0.5, y: 0.5 },
      ],
    });
  });

  it('labels a carousel as a whole, and tags accounts in its first picture', async () => {
    const settings = { userTags: ['acme'], aiGenerated: true, collaborators: ['ada'], locationId: '7' };
    await publish([video(), picture(1), picture(2)], settings);
    const [post] = await used.control.acceptedPosts();
    expect(post?.settings).toEqual({
      ...{ collaborators: ['ada'], location_id: '7', is_ai_generated: true },
      user_tags: [{ username: 'acme', x: 0.5, y: 0.5 }],
    });
    const { note } = await publish([video(), video()], { userTags: ['acme'] });
    expect(note).toBe('Instagram takes no userTags with a carousel: left out.');
  });

  it('says which settings a story goes without', async () => {
    const { note } = await used.publish(
      picture(),
      {},
      {
        ...{ text: '', settings: { type: 'story', aiGenerated: true, collaborators: ['ada'], userTags: [] } },
      },
    ).result;
    expect(note).toBe('Instagram takes no collaborators or aiGenerated with a story: left out.');
    const [post] = await used.control.acceptedPosts();
    expect(post?.settings).toEqual({ media_type: 'STORIES' });
  });

  it('sends no label that is false', async () => {
    const { note } = await publish([picture()], { aiGenerated: false, paidPartnership: false, type: 'feed' });
    expect(note).toBeUndefined();
    expect((await used.control.acceptedPosts())[0]).not.toHaveProperty('settings');
  });

  it('refuses places outside of the picture and covers behind the end of the video', async () => {
    const tagged = { userTags: ['bob', 'acme@1.5:0.2'] };
    const message = 'the place of acme in userTags must be from 0 to 1 each way, such as acme@0.5:0.8';
    expect(await refusal([picture()], tagged)).toBe(message);
    const place = { platform: 'photonet', network } as const;
    const checked = { text: '', settings: tagged, hasMedia: true, limits: null };
    expect(contentProblem(place, checked)).toHaveProperty('message', message);
    expect(await refusal([{ ...video(), duration: 10 }], { coverMs: 10_000 })).toBe(
      'the coverMs must be below 10000, where the video ends',
    );
  });

  it('explains a cover and a place that Instagram refuses', async () => {
    expect(await rejectionOf(publish([video()], { coverMs: 10_000 }))).toMatchObject({ upstreamCode: '2207057' });
    expect(await rejectionOf(publish([picture()], { locationId: '0' }))).toHaveProperty(
      'message',
      'the locationId must be the id of a Facebook page that has a place; choose another one',
    );
    expect(await used.control.acceptedPosts()).toHaveLength(0);
  });

  it('publishes the same story once when it is resumed', async () => {
    const saved: Checkpoint[] = [];
    const saveCheckpoint = async (each: Checkpoint): Promise<void> => void saved.push(each);
    await used.control.fault({ operation: 'publish', kind: 'drop' });
    await rejectionOf(publish([picture()], { type: 'story' }, { saveCheckpoint }));
    for (const checkpoint of saved.slice(-1)) await publish([picture()], { type: 'story' }, { checkpoint });
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { media_type: 'STORIES' } }]);
    expect(await used.control.countRequests('upload')).toBe(1);
  });
});
