import { checkFiles, mediaFacts } from '@social/rules';
import { expect, test } from 'vitest';
import type { MediaEntry } from './media-entry.ts';
import { checkMedia, type FileTarget, fateOf } from './media-fit.ts';

const instagram: FileTarget = { platform: 'photonet', connected: { network: 'instagram' }, fitMedia: true };
const bluesky: FileTarget = { platform: 'bluesky', connected: { network: 'bluesky' }, fitMedia: true };
const youtube: FileTarget = { platform: 'video', connected: { network: 'youtube' }, fitMedia: true };

function entry(contentType: string | null, change: Partial<MediaEntry> = {}): MediaEntry {
  const url = 'https://files.example/1';
  const known = { id: 'media-1', name: 'one.file', kind: 'image' as const, bytes: 1_000, alt: '', preview: null };
  return { ...known, size: { width: 100, height: 100 }, contentType, at: { stage: 'ready', url }, ...change };
}

test('a file is judged by the checks of the dry run, for the connected network', () => {
  const gif = entry('image/gif', { isAnimated: true, frames: 3 });
  const facts = mediaFacts('bluesky', { network: 'bluesky' });
  const file = { ...gif, kind: 'image' as const, contentType: 'image/gif', size: null };
  const { problem } = checkFiles([file], { facts, taker: 'Bluesky', fitMedia: true });
  expect(problem).not.toBeNull();
  expect(checkMedia(bluesky, { entries: [gif] }).problem).toBe(`${problem}.`);
  expect(fateOf(gif, bluesky, [gif])).toBe('not taken');
});

test('a HEIC and a picture on its side are said to be converted or turned, and a large one to be made smaller', () => {
  const heic = entry('image/heic');
  expect(checkMedia(instagram, { entries: [heic] })).toMatchObject({
    problem: null,
    leftOut: null,
    notes: ['one.file is HEIC; it will be converted to JPEG.'],
    taken: [heic],
  });
  const fates = [heic, entry('image/jpeg', { orientation: 6 }), entry('image/jpeg', { bytes: 9_000_000 })];
  expect(fates.map((one) => fateOf(one, instagram, [one]))).toEqual(['converted', 'turned upright', 'made smaller']);
  expect(fateOf(heic, { ...instagram, fitMedia: false }, [heic])).toBe('not taken');
});

test("the limits of the connected account's server count", () => {
  const webp = entry('image/webp');
  const connected = { network: 'mastodon', media: { types: ['image/png'] } };
  const server: FileTarget = { platform: 'mastodon', connected, fitMedia: true };
  expect(fateOf(webp, server, [webp])).toBe('converted');
  expect(checkMedia({ ...server, fitMedia: false }, { entries: [webp] }).problem).toBe(
    'one.file is WEBP; Mastodon takes PNG images.',
  );
});

test('the settings of the post count: a story takes an upright picture, and a reel no long video', () => {
  const upright = entry('image/jpeg', { size: { width: 1080, height: 1920 } });
  expect(checkMedia(instagram, { entries: [upright] }).problem).toMatch(/shape|ratio|:/);
  expect(fateOf(upright, instagram, [upright])).toBe('not taken');
  const story = { ...instagram, settings: { type: 'story' } };
  expect(checkMedia(story, { entries: [upright] }).problem).toBeNull();
  expect(fateOf(upright, story, [upright])).toBeNull();
  const long = entry('video/mp4', { kind: 'video', size: { width: 1080, height: 1920 }, duration: 200 });
  const facebook: FileTarget = { platform: 'socialnet', connected: { network: 'facebook' }, fitMedia: true };
  expect(fateOf(long, facebook, [long])).toBeNull();
  expect(fateOf(long, { ...facebook, settings: { type: 'reel' } }, [long])).toBe('not taken');
});

test('a file of an unknown type has no problem until it is known, and what a platform leaves out is said apart', () => {
  const address = entry(null, { size: null, bytes: null });
  expect(checkMedia(instagram, { entries: [address] })).toMatchObject({ problem: null, notes: [] });
  expect(fateOf(address, youtube, [address])).toBe('left out');
  expect(checkMedia(youtube, { entries: [address] })).toMatchObject({ leftOut: 'Left out on YouTube: 1 image.' });
});

test('a refused file has no part in the checks', () => {
  const refused = entry(null, { kind: null, at: { stage: 'refused', reason: 'It is empty.' } });
  expect(fateOf(refused, youtube, [refused])).toBeNull();
  expect(checkMedia(bluesky, { entries: [refused] })).toMatchObject({ leftOut: null, taken: [] });
});
