import { describe, expect, it } from 'vitest';
import { sampleVideo } from '../support/media-samples.ts';
import { interruptPublish, useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const PART = 8 * 1024 * 1024;

const used = useSandboxedDriver('youtube');

/** What YouTube tells the owner about the only video. */
async function readVideo(): Promise<unknown> {
  const [post] = await used.control.acceptedPosts();
  const parts = 'status,paidProductPlacementDetails';
  const address = `${used.sandbox.url}/youtube/youtube/v3/videos?part=${parts}&id=${post?.id}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${used.account.accessToken}` } });
  return ((await answer.json()) as { items: unknown[] }).items[0];
}

describe('settings of a video', () => {
  it.each([
    [{ madeForKids: true }, { selfDeclaredMadeForKids: true }, ['made for kids']],
    [{ madeForKids: false }, { selfDeclaredMadeForKids: false }, []],
    [{ aiGenerated: true }, { containsSyntheticMedia: true }, ['altered or synthetic content']],
    [{ aiGenerated: false }, { containsSyntheticMedia: false }, []],
    [{ paidPartnership: true }, { hasPaidProductPlacement: true }, ['includes paid promotion']],
    [{ paidPartnership: false }, { hasPaidProductPlacement: false }, []],
    [{ notifySubscribers: false }, { notifySubscribers: false }, []],
    [{ notifySubscribers: true }, { notifySubscribers: true }, []],
    [{ privacyStatus: 'unlisted' }, { privacyStatus: 'unlisted' }, ['unlisted']],
  ])('reach YouTube and its page: %j', async (settings, expected, labels) => {
    const { note, url } = await used.publish(sampleVideo(1000), {}, { settings }).result;
    expect(note).toBeUndefined();
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: expected, labels }]);
    const page = await (await fetch(url)).text();
    for (const label of labels) expect(page).toContain(label);
  });

  it('can be read by the owner of the video afterwards', async () => {
    const settings = { madeForKids: true, aiGenerated: true, paidPartnership: true };
    await used.publish(sampleVideo(1000), {}, { settings }).result;
    expect(await readVideo()).toMatchObject({
      status: { selfDeclaredMadeForKids: true, containsSyntheticMedia: true },
      paidProductPlacementDetails: { hasPaidProductPlacement: true },
    });
  });

  it('are those of the interrupted publish when it is resumed', async () => {
    const settings = { madeForKids: true, aiGenerated: true, paidPartnership: true, notifySubscribers: false };
    const video = sampleVideo(PART + 5);
    const publish: typeof used.publish = (media, call) => used.publish(media, call, { settings });
    const { checkpoint } = await interruptPublish({ publish }, video);
    await used.publish(video, { checkpoint }, { settings }).result;
    await used.expectOnce(video);
    const sent = { selfDeclaredMadeForKids: true, containsSyntheticMedia: true, hasPaidProductPlacement: true };
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { ...sent, notifySubscribers: false } }]);
  });

  it('are named in a note where a community post does not have them', async () => {
    await used.control.set({ subscribers: 500 });
    const noteOf = async (settings: Record<string, unknown>) => (await used.publish([], {}, { settings }).result).note;
    expect(await noteOf({ notifySubscribers: false, madeForKids: false })).toBeUndefined();
    expect(await noteOf({ title: 'Own', privacyStatus: 'private' })).toBe(
      'title and privacyStatus have no effect on community posts of YouTube.',
    );
    expect(await noteOf({ aiGenerated: true, paidPartnership: true, madeForKids: true })).toBe(
      'There is no label for content made with AI and paid partnerships on community posts of YouTube: the post goes without. madeForKids has no effect on community posts of YouTube.',
    );
  });
});

describe('the request that begins an upload', () => {
  const stubbed = useStubbedDriver('youtube');

  const beginWith = async (settings: Record<string, unknown>) => {
    const post = { text: 'Words', media: [sampleVideo(1000)], settings };
    await stubbed.driver.publish(post, stubAccount('UCabc'), {}).catch(() => undefined);
    const [{ path, body } = expect.fail('nothing was sent')] = stubbed.stub.requests;
    return { path, body };
  };
  const snippet = { title: 'Words', description: 'Words', categoryId: '22' };

  it.each([{}, { title: null, madeForKids: null, notifySubscribers: undefined }])(
    'says nothing of settings that are left out: %j',
    async (settings) => {
      expect(await beginWith(settings)).toEqual({
        path: '/upload/youtube/v3/videos?uploadType=resumable&part=snippet%2Cstatus',
        body: JSON.stringify({ snippet, status: { privacyStatus: 'public' } }),
      });
    },
  );

  it('names the part of a paid partnership, and whether subscribers are notified', async () => {
    const { path, body } = await beginWith({ paidPartnership: true, notifySubscribers: false });
    expect(path).toMatch(/&part=snippet%2Cstatus%2CpaidProductPlacementDetails&notifySubscribers=false$/);
    expect(JSON.parse(body)).toEqual({
      snippet,
      status: { privacyStatus: 'public' },
      paidProductPlacementDetails: { hasPaidProductPlacement: true },
    });
  });
});
