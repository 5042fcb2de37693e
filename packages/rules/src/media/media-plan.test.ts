import { PLATFORM_IDS } from '@social/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaFacts } from './media-facts.ts';
import { CONVERSIONS, checkFiles, type LookedFile, planFile } from './media-plan.ts';
import { mediaProblem } from './media-problem.ts';

const photo: LookedFile = {
  name: 'harbor.jpg',
  kind: 'image',
  contentType: 'image/jpeg',
  bytes: 1_000_000,
  size: { width: 1080, height: 1350 },
};
const instagram = mediaFacts('photonet', { network: 'instagram' });
const bluesky = mediaFacts('bluesky');
const fit = { fitMedia: true, taker: 'Instagram' };
const asItIs = { ...fit, fitMedia: false };
/** What stripping may leave of a file of which it is not known. */
const made = { least: 0, most: 1_000_000 };

describe('a file before it is sent', () => {
  it('stays as it is where the network takes it', () => {
    expect(planFile(photo, instagram, fit)).toEqual({ file: photo, isEncoded: false, made, note: null });
    const film = { ...photo, name: 'film.mov', kind: 'video', contentType: 'video/quicktime', orientation: 6 } as const;
    expect(planFile(film, instagram, fit)).toEqual({ file: film, isEncoded: false, made, note: null });
  });

  it('is turned, converted and made smaller', () => {
    const png = { ...photo, name: 'plan.png', contentType: 'image/png', orientation: 6, bytes: 9_000_000 };
    expect(planFile(png, instagram, fit)).toEqual({
      file: { ...png, contentType: 'image/jpeg', bytes: null },
      isEncoded: true,
      made: { least: 1, most: 8_388_608 },
      note: 'plan.png is PNG, is not upright, and is 9 MB, and Instagram takes up to 8.4 MB; it will be converted to JPEG, turned upright, and made smaller.',
    });
  });

  it('is left alone with "fitMedia": false, which says what that means', () => {
    const turned = { ...photo, orientation: 6 };
    expect(planFile(turned, instagram, asItIs)).toEqual({
      file: turned,
      isEncoded: false,
      made: null,
      note: 'harbor.jpg is not upright, and stays so, since "fitMedia" is false.',
    });
  });

  it('loses what it tells, a video too, where bytes can be cut out of its type', () => {
    const tells = { place: true, time: true, device: false, thumbnail: false };
    const clip = { ...photo, name: 'clip.mov', kind: 'video', contentType: 'video/quicktime', tells } as const;
    const { note } = planFile(clip, instagram, fit);
    expect(note).toBe('clip.mov will be sent without its place and time.');
    expect(planFile(clip, instagram, asItIs).note).toBe(
      'clip.mov tells its place and time, and stays so, since "fitMedia" is false.',
    );
    expect(planFile({ ...clip, name: 'film.avi', contentType: 'video/x-msvideo' }, instagram, fit).note).toBe(
      'film.avi will be sent as it is: what it tells beside what it shows cannot be removed.',
    );
  });

  it('is encoded anew where its structure cannot be followed', () => {
    const tells = { place: true, time: false, device: false, thumbnail: false };
    const strip = { step: 'encode', isComplete: true, sizeChange: 0 } as const;
    expect(planFile({ ...photo, tells, strip }, instagram, fit)).toMatchObject({
      isEncoded: true,
      note: 'harbor.jpg will be encoded anew, without its place.',
    });
  });

  it.each([
    ['an upload', null, null, /^harbor.jpg has no public https address from which Instagram can fetch it/, []],
    ['an upload of a server that networks reach', 'https://a.example/1', 'https://a.example', null, []],
    [
      'a file elsewhere that may have to be changed',
      ...(['https://b.example/1', null, null] as const),
      [expect.stringContaining('if something has to be removed from it, it has no public https address')],
    ],
  ])('has an address that its network can fetch from: %s', (_, publicUrl, madeUrl, problem, notes) => {
    const found = checkFiles([{ ...photo, publicUrl }], { ...fit, facts: instagram, madeUrl });
    if (problem === null) expect(found).toMatchObject({ problem, notes });
    else expect(found.problem).toMatch(problem);
  });

  it('is refused where it must be encoded anew and has too many pixels of 16 bits', () => {
    const by = { facts: instagram, taker: 'Instagram', fitMedia: true };
    const png = { ...photo, name: 'scan.png', contentType: 'image/png', size: { width: 6_000, height: 7_000 } };
    expect(checkFiles([{ ...png, pixelBytes: 8 }], by).problem).toBe(
      'scan.png has 16 bits a color and more than 25 megapixels, too many to change it; make it smaller or save it with 8 bits',
    );
    expect(checkFiles([{ ...png, pixelBytes: 4 }], by).problem).toBeNull();
    const { problem } = checkFiles([{ ...png, pixelBytes: 8 }], { ...by, facts: { ...bluesky, maxImageBytes: 5e6 } });
    expect(problem).toBeNull();
  });

  it('is refused where it is cut off', () => {
    const by = { facts: instagram, taker: 'Instagram', fitMedia: true };
    const clip = { ...photo, name: 'clip.mp4', kind: 'video', contentType: 'video/mp4', isWhole: false } as const;
    expect(checkFiles([clip], by).problem).toBe('clip.mp4 is not a whole video; check the file');
  });

  it('is never a moving picture', () => {
    const moving = { ...photo, name: 'wave.gif', contentType: 'image/gif', isAnimated: true, frames: 9 };
    expect(planFile(moving, bluesky, fit)).toEqual({ file: moving, isEncoded: false, made, note: null });
    expect(mediaProblem([moving], bluesky, 'Bluesky')).toContain('GIF');
  });

  it('ends as something that its network takes, or as what it was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLATFORM_IDS),
        fc.record({
          contentType: fc.constantFrom(...Object.keys(CONVERSIONS)),
          bytes: fc.integer({ min: 1, max: 40_000_000 }),
          size: fc.record({ width: fc.integer({ min: 1, max: 12_000 }), height: fc.integer({ min: 1, max: 12_000 }) }),
          orientation: fc.integer({ min: 1, max: 8 }),
          isAnimated: fc.boolean(),
        }),
        (platform, found) => {
          const facts = mediaFacts(platform);
          const file: LookedFile = { ...found, name: 'file', kind: 'image' };
          const plan = planFile(file, facts, fit);
          if (!plan.isEncoded) expect(plan.file).toEqual(file);
          else expect(facts.imageTypes).toContain(plan.file.contentType);
          const problem = mediaProblem([plan.file], facts, 'It');
          // What cannot be mended is a shape, an animation, the sides of a GIF that stays one, or no pictures at all.
          if (problem !== null && !file.isAnimated && facts.images > 0) {
            expect(problem).toMatch(/takes (images from|GIFs of at most)/);
          }
        },
      ),
    );
  });
});
