import { openAsBlob } from 'node:fs';
import { lookAtFile } from '@social/rules';
import { expect, test } from 'vitest';
import { changeByLook, entryOfFile, type MediaEntry, typeInWords } from './media-entry.ts';

const FILES = new URL('../../../../../../packages/rules/tests/look/files/', import.meta.url);

/** Makes the entry of a file of the rules' tests, once its bytes were looked at. */
async function entryFor(path: string, { name = path, type = '', more = 0 } = {}): Promise<MediaEntry> {
  return entryOf(new File([await openAsBlob(new URL(path, FILES)), new Uint8Array(more)], name, { type }));
}

async function entryOf(file: File): Promise<MediaEntry> {
  const read = async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer());
  const entry = entryOfFile('media-1', file);
  return { ...entry, ...changeByLook(file, await lookAtFile({ bytes: file.size, read })) };
}

function refusal({ at, preview }: MediaEntry): string | null {
  expect(preview === null).toBe(at.stage === 'refused');
  return at.stage === 'refused' ? at.reason : null;
}

test('a file is what its bytes say, whatever its name and the browser say', async () => {
  expect(await entryFor('alpha.avif', { name: 'film.mp4', type: 'video/mp4' })).toMatchObject({
    kind: 'image',
    contentType: 'image/avif',
    at: { stage: 'waiting' },
  });
  expect(await entryFor('animated.gif')).toMatchObject({ kind: 'image', isAnimated: true });
  expect(await entryFor('turned.mp4')).toMatchObject({ kind: 'video', contentType: 'video/mp4' });
});

test('a picture that is not upright has its size as it is seen', async () => {
  const { size, orientation } = await entryFor('portrait.jpg');
  expect(orientation).toBe(6);
  expect(size!.height).toBeGreaterThan(size!.width);
});

test('a file that cannot be shown is named by its type', async () => {
  const entries = await Promise.all(['alpha.avif', 'animated.gif', 'film.wmv'].map((path) => entryFor(path)));
  expect(entries.map(typeInWords)).toEqual(['AVIF picture', 'GIF animation', 'WMV video']);
  expect(typeInWords({ kind: 'image', contentType: null })).toBe('Picture');
  expect(typeInWords({ kind: null, contentType: null })).toBe('File');
});

test.each(['sound.mp3', 'sound.wav', 'sound.m4a', 'sound-only.mp4', 'sound-only.webm'])(
  'the sound file %s is refused by its name, also when it is called a video',
  async (path) => {
    const entry = await entryFor(path, { name: 'clip.mp4', type: 'video/mp4' });
    expect(refusal(entry)).toBe('clip.mp4 is a sound file; networks take pictures and videos.');
    expect(entry.kind).toBeNull();
  },
);

test('documents that are cut off, unknown files, empty ones and pictures that no network takes are refused with their reason', async () => {
  const files = [['%PDF-1.7\n'], ['Dear reader'], []].map((parts) => new File(parts, 'a.png', { type: 'image/png' }));
  const entries = [...(await Promise.all(files.map(entryOf))), await entryFor('portrait.tiff')];
  expect(entries.map(refusal)).toEqual([
    'a.png is not a whole document; check the file.',
    'a.png is neither a picture, a video nor a document that networks take (PDF, PPT, PPTX, DOC, and DOCX).',
    'a.png is empty.',
    'portrait.tiff is TIFF, which no network takes; save it as a JPEG or PNG.',
  ]);
});

test('a picture that is larger than any platform takes is refused', async () => {
  const entry = await entryFor('alpha.png', { name: 'poster.png', more: 21 * 1024 * 1024 });
  expect(refusal(entry)).toBe('poster.png is 21 MiB; no platform takes a picture larger than 20 MiB.');
});

test('a video that is cut off is refused by its name', async () => {
  const whole = await openAsBlob(new URL('phone.mov', FILES));
  expect(refusal(await entryOf(new File([whole.slice(0, 1_500)], 'clip.mov')))).toBe(
    'clip.mov is not a whole video; check the file.',
  );
  expect(refusal(await entryOf(new File([whole], 'clip.mov')))).toBeNull();
});
