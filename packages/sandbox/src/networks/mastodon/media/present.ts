import type { JsonObject } from '../../../http/route.ts';
import type { Attachment, MastodonState } from '../state.ts';

/** Returns true when a file is processed. */
export function isReady({ world }: MastodonState, { readyAt }: Attachment): boolean {
  return readyAt <= world.now();
}

/**
 * Presents a file. Its address is `null` until it is processed.
 *
 * @see https://docs.joinmastodon.org/entities/MediaAttachment/ (read 2026-11-22)
 */
export function presentAttachment(state: MastodonState, attachment: Attachment, base: string): JsonObject {
  const { id, kind, width, height, focus, description } = attachment;
  const url = `${base}/system/media_attachments/files/${id}/original`;
  const size = width !== undefined && height !== undefined ? { width, height } : undefined;
  return {
    ...{ id, type: kind, url: isReady(state, attachment) ? url : null, preview_url: url },
    ...{ remote_url: null, preview_remote_url: null, text_url: null },
    meta: {
      ...(size && {
        original: { ...size, size: `${size.width}x${size.height}`, aspect: size.width / Math.max(1, size.height) },
      }),
      ...(focus && { focus }),
    },
    description,
    blurhash: kind === 'audio' ? null : 'UBL_:rOpGG-oBUNG,qRj2so|=eE1w^n4S5NH',
  };
}
