import type { PublishInput } from '@social/mcp/post';
import { fitNote, imageLimits, mediaKindOf, selectMedia } from '@social/rules';
import type { Schema } from '@social/sdk';
import { isPlatformId } from '@social/types';
import type { GivenMedia } from './media-files.ts';

/** Adds to a dry run which files of this machine are too large: the server does not have them yet. */
export function withNotesOnFiles(
  preview: Schema<'PostPreview'>,
  { media = [], fitMedia }: PublishInput,
  files: GivenMedia['files'],
): Schema<'PostPreview'> {
  if (files.size === 0) return preview;
  const results = Object.entries(preview.platformResults).map(([platform, result]) => {
    if (!isPlatformId(platform)) return [platform, result] as const;
    const limits = imageLimits(platform);
    const candidates = media.map(({ url }) => {
      const file = files.get(url);
      return { kind: mediaKindOf(file ? `file:///${file.name}` : url), field: 'media' as const, file };
    });
    const notes = selectMedia(platform, candidates).taken.map(({ kind, file }, index) => {
      // A GIF may be animated, and is then left alone.
      if (kind !== 'image' || !file || /\.gif$/i.test(file.name)) return null;
      const picture = { name: `Picture ${index + 1}`, contentType: '', bytes: file.bytes, size: null };
      return fitNote(picture, { limits, fitMedia });
    });
    const note = [result.note, ...notes].filter(Boolean).join(' ');
    return [platform, note === '' ? result : { ...result, note }] as const;
  });
  return { ...preview, platformResults: Object.fromEntries(results) };
}
