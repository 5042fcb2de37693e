import type { Schema } from '@social/types';
import { AppError } from '../../errors.ts';
import type { StoredMedia } from '../../services/media-library.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { readRange } from '../replies/file-reply.ts';

/** Uploaded files of workspaces, and their addresses for the networks. */
export function mediaRoutes({ library }: Pick<Services, 'library'>): HandlersOf<'media'> {
  return {
    async uploadMedia({ principal, query, http }) {
      if (!http.upload) throw new AppError('invalid_request', 'body: is required; send the file itself');
      return {
        status: 201,
        body: presentMedia(await library.store(principal.workspaceId, { ...http.upload, name: query.name ?? null })),
      };
    },

    async getMedia({ path, http }) {
      const { file, contentType } = await library.openAt(path.signature, path.file);
      try {
        const isOther = ![undefined, `"${file.sha256()}"`].includes(http.header('If-Range'));
        const range = isOther ? null : readRange(http.header('Range'), file.bytes);
        const { from, to } = range ?? { from: 0, to: file.bytes };
        return { status: range ? 206 : 200, file: { file, contentType, name: path.file, from, to, hasRanges: true } };
      } catch (error) {
        await file.remove();
        throw error;
      }
    },
  };
}

function presentMedia({ row, url, look, expiresAt }: StoredMedia): Schema<'StoredMedia'> {
  return {
    id: row.sha256,
    url,
    ...(row.name === null ? {} : { name: row.name }),
    contentType: row.content_type,
    bytes: row.bytes,
    kind: look.kind,
    ...look.size,
    ...(look.duration === null ? {} : { duration: look.duration }),
    expiresAt: expiresAt.toISOString(),
  };
}
