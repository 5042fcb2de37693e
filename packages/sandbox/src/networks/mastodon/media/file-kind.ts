import { type FoundFile, seenSides } from '../../../world/files/found-file.ts';
import { type MediaProblem, problemOf } from '../../check-media.ts';
import type { FileLimits } from '../../media-limits.ts';
import type { Software } from '../software.ts';
import type { Attachment } from '../state.ts';

/** A file as an instance treats it. */
export type FileKind = Pick<Attachment, 'kind' | 'type' | 'width' | 'height'>;

/** Returns the MIME types that an instance takes. */
export function supportedTypes({ files: { pictures, videos, sounds } }: Software): readonly string[] {
  return [pictures, videos, sounds].flatMap((limits) => limits?.types ?? []);
}

/** Tells a file's kind and what is wrong with it. A GIF becomes a silent video where the software makes one of it. */
export function fileKindOf(
  { files, hasSilentVideos }: Software,
  found: FoundFile | undefined,
  bytes: number,
): FileKind & { readonly problem: MediaProblem | undefined } {
  const { type = '', shows = 'nothing' } = found ?? {};
  const isMoving = hasSilentVideos && type === 'image/gif';
  const kinds = { picture: 'image', video: 'video', sound: 'audio', nothing: 'image' } as const;
  const limits: Readonly<Record<FoundFile['shows'], FileLimits | undefined>> = {
    picture: isMoving ? files.animations : files.pictures,
    video: files.videos,
    sound: files.sounds,
    nothing: undefined,
  };
  return {
    ...{ kind: isMoving ? 'gifv' : kinds[shows], type, ...(found && seenSides(found)) },
    problem: problemOf(found, bytes, limits[shows]),
  };
}
