import type { OutgoingMedia, PublishContext } from '../driver.ts';
import type { FormFile } from '../http/exchange/multipart.ts';
import { TransportFailure } from '../http/exchange/transport-failure.ts';
import { streamMediaBytes, totalBytesOf } from '../media-bytes.ts';
import { repeat } from '../repeat.ts';

const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;

/** A post's files as parts of one form, named in order; reading them reports the progress of the upload. */
export function fileParts(
  media: readonly OutgoingMedia[],
  { nameOf, call }: { readonly nameOf: (index: number) => string; readonly call: PublishContext },
): FormFile[] {
  const totalBytes = totalBytesOf(media);
  return media.map((file, index) => {
    const startsAt = totalBytesOf(media.slice(0, index));
    const onBytes = (read: number): void =>
      call.onProgress?.({ stage: 'uploading', doneBytes: startsAt + read, totalBytes });
    const { fileName, contentType, bytes } = file;
    const open = () => streamMediaBytes('chatbot', file, { onBytes });
    return { name: nameOf(index), fileName, contentType, bytes, open };
  });
}

/**
 * Runs an upload that a network takes in one request only. Repeats it where the connection was cut before the last byte was
 * handed over: the network cannot have accepted an incomplete request.
 */
export function repeatCutUpload<Result>(upload: () => Promise<Result>, { signal }: PublishContext): Promise<Result> {
  return repeat(upload, {
    attempts: MAX_ATTEMPTS,
    waitMs: (failures) => FIRST_WAIT_MS * failures,
    isPassing: ({ cause }) => cause instanceof TransportFailure && cause.isPartial,
    signal,
  });
}
