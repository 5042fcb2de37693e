import { describe, expect, it } from 'vitest';
import { contentProblem } from '../../src/registry.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('facebook');
const control = () => used.control;
const files = await useMediaServer();

describe('the link of a Facebook post', () => {
  const link = 'https://example.org/notes';
  const publish = (text: string, own: unknown = link) => used.publish([], {}, { text, settings: { link: own } }).result;

  it('is the card instead of the first address of the text', async () => {
    const { note } = await publish('See https://example.org/other');
    expect(note).toBeUndefined();
    expect(await control().acceptedPosts()).toMatchObject([
      { text: 'See https://example.org/other', card: { url: link } },
    ]);
  });

  it('needs no text', async () => {
    await publish('');
    await publish('', 'https://example.org/more');
    expect((await control().acceptedPosts()).map(({ card }) => card?.url)).toEqual([link, 'https://example.org/more']);
  });

  it('is not left out where Facebook refuses it', async () => {
    expect(await rejectionOf(publish('hello', 'https://www.facebook.com/zuck'))).toMatchObject({
      kind: 'rejected',
      upstreamCode: '1609008',
    });
    expect(await control().acceptedPosts()).toHaveLength(0);
    expect(await control().countRequests('publish')).toBe(1);
  });

  it('is refused beside files, before anything is sent', async () => {
    const message =
      'Facebook shows the link as a card only without files; leave them out, or write the link into the text';
    for (const file of [files.jpeg({ shade: 1 }), files.video({ bytes: 5000 })]) {
      const { result } = used.publish(file, {}, { settings: { link } });
      expect(await rejectionOf(result)).toMatchObject({ kind: 'rejected', message });
    }
    const place = { platform: 'socialnet', network: 'facebook' } as const;
    const checked = { text: '', settings: { link }, hasMedia: true, limits: null };
    expect(contentProblem(place, checked)).toHaveProperty('message', message);
    expect(contentProblem(place, { ...checked, hasMedia: false })).toBeNull();
    expect((await control().countRequests('upload')) + (await control().countRequests('publish'))).toBe(0);
  });
});
