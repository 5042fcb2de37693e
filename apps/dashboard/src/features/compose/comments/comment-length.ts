import { hasReplies, measureComment, measureText, type TextMeasure, type TextPlace } from '@social/rules';
import type { PlatformId } from '@social/types';

/** Measures a comment like the server: a reply is a further post, with the limits and settings of its place. */
export function measureCommentAt(platform: PlatformId, text: string, place: TextPlace): TextMeasure {
  if (!hasReplies(platform)) return measureComment(platform, text, place.network);
  return measureText(platform, text, { ...place, besideMedia: false });
}
