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
const fit = { fitMedia: true };

describe('a file before it is sent', () => {
  it('stays as it is where the network takes it', () => {
    expect(planFile(photo, instagram, fit)).toEqual({ file: photo, isEncoded: false, note: null });
    const film = { ...photo, name: 'film.mov', kind: 'video', contentType: 'video/quicktime', orientation: 6 } as const;
    expect(planFile(film, instagram, fit)).toEqual({ file: film, isEncoded: false, note: null });
  });

  it('is turned, converted and made smaller', () => {
    const png = { ...photo, name: 'plan.png', contentType: 'image/png', orientation: 6, bytes: 9_000_000 };
    expect(planFile(png, instagram, fit)).toEqual({
      file: { ...png, contentType: 'image/jpeg', bytes: null },
      isEncoded: true,
      note: 'plan.png is PNG, is not upright, and has 9000000 bytes, and the network takes up to 8388608; it will be converted to JPEG, turned upright, and made smaller.',
    });
  });

  it('is left alone with "fitMedia": false, which says what that means', () => {
    const turned = { ...photo, orientation: 6 };
    expect(planFile(turned, instagram, { fitMedia: false })).toEqual({
      file: turned,
      isEncoded: false,
      note: 'harbor.jpg is not upright, and stays so, since "fitMedia" is false.',
    });
  });

  it('loses what it tells, a video too, where bytes can be cut out of its type', () => {
    const tells = { place: true, time: true, device: false, thumbnail: false };
    const clip = { ...photo, name: 'clip.mov', kind: 'video', contentType: 'video/quicktime', tells } as const;
    const { note } = planFile(clip, instagram, fit);
    expect(note).toBe('clip.mov will be sent without its place and time.');
    expect(planFile(clip, instagram, { fitMedia: false }).note).toBe(
      'clip.mov tells its place and time, and stays so, since "fitMedia" is false.',
    );
    expect(planFile({ ...clip, name: 'film.avi', contentType: 'video/x-msvideo' }, instagram, fit).note).toBe(
      'film.avi will be sent as it is: what it tells beside what it shows cannot be removed from AVI.',
    );
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
    expect(planFile(moving, bluesky, fit)).toEqual({ file: moving, isEncoded: false, note: null });
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
          if (!plan.isEncoded) expect(plan.file).toBe(file);
          else expect(facts.imageTypes).toContain(plan.file.contentType);
          const problem = mediaProblem([plan.file], facts, 'It');
          // What cannot be mended is a shape, an animation, or no pictures at all.
          if (problem !== null && !file.isAnimated && facts.images > 0) expect(problem).toMatch(/takes images from/);
        },
      ),
    );
  });
});
