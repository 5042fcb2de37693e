import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytes, phonePicture } from '../look/crafted-files.ts';
import { cameraFilm, fragmentedMovie, phoneMovie } from './crafted-videos.ts';
import { applied, PHONE_EXIF, plan, XMP } from './strip.ts';

const FILES = join(import.meta.dirname, '../look/files');
const file = (name: string): Uint8Array => readFileSync(join(FILES, name));
const segment = (marker: number, ...parts: (string | Uint8Array)[]) => {
  const content = bytes(...parts);
  return bytes([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255], content);
};
const told = bytes(
  ...[[0xff, 0xd8], segment(0xe1, 'Exif\0\0', PHONE_EXIF), segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', XMP)],
  ...[file('plain.jpg').subarray(2), 'trailer'],
);
const STRIPPABLE = /\.(?:jpe?g|png|gif|webp|mp4|mov|m4a|webm|mkv|mka)$/;
const WHOLE = [
  ...[
    ...readdirSync(FILES)
      .filter((name) => STRIPPABLE.test(name))
      .map(file),
    told,
  ],
  ...[phoneMovie(), phoneMovie({ isLong: true, isMovieFirst: false }), fragmentedMovie()],
  ...[cameraFilm(), cameraFilm({ isOpen: true })],
];
const ANY = [...WHOLE, fragmentedMovie(0), phonePicture(), file('film.avi'), file('sound.mp3')];

/** A place in a file, from 0 to 1. Most numbers of `fc.double` are close to 0. */
const PLACE = fc.nat(65_535).map((number) => number / 65_536);

/** Plans and applies. @returns the stripped file, whose size the plan has said */
async function stripped(content: Uint8Array, isSizeKnown = true): Promise<Uint8Array> {
  const planned = await plan(content, isSizeKnown);
  if (!planned) return content;
  let end = 0;
  for (const edit of planned.edits) {
    expect(edit.start).toBeGreaterThanOrEqual(end);
    expect(edit.end).toBeGreaterThanOrEqual(edit.start);
    end = edit.end;
  }
  const result = await applied(content, planned);
  if (isSizeKnown) expect(result.length).toBe(content.length + (planned.sizeChange ?? Number.NaN));
  return result;
}

describe('stripping files of any kind', () => {
  test('a stripped file has nothing left to remove, whether its size was known or not', async () => {
    for (const content of WHOLE) {
      const once = await stripped(content);
      expect(await plan(once)).toBeNull();
      expect(Buffer.from(await stripped(content, false)).equals(once)).toBe(true);
    }
  });

  test('pieces of any lengths give the same file', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...WHOLE), lengths, async (content, pieces) => {
        const planned = (await plan(content)) ?? { edits: [] };
        const expected = await applied(content, planned);
        expect(Buffer.from(await applied(content, planned, pieces)).equals(expected)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('never fails, wherever a file is cut off or damaged, and leaves nothing that a second plan would find', async () => {
    const damage = fc.array(fc.record({ at: PLACE, byte: fc.nat(255) }), {
      maxLength: 8,
    });
    const cut = fc.oneof(fc.constant(1), PLACE);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ANY), damage, cut, fc.boolean(), async (whole, changes, end, isSizeKnown) => {
        const content = whole.slice(0, Math.ceil(whole.length * end));
        for (const { at, byte } of changes) content[Math.floor(at * content.length)] = byte;
        const isComplete = (await plan(content, isSizeKnown))?.isComplete !== false;
        const once = await stripped(content, isSizeKnown);
        if (isComplete) expect((await plan(once, isSizeKnown))?.edits ?? []).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('never fails on arbitrary bytes after the beginning of any type', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ANY),
        fc.nat(64),
        fc.uint8Array({ maxLength: 2_000 }),
        async (whole, kept, rest) => {
          await stripped(bytes(whole.subarray(0, kept), rest));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('says that it cannot follow other types', async () => {
    const unknown = { edits: [], sizeChange: 0, orientation: 1, isComplete: false, isCutShort: false };
    for (const content of [phonePicture(), file('film.avi'), bytes('plain text')]) {
      expect(await plan(content)).toEqual(unknown);
    }
  });
});
