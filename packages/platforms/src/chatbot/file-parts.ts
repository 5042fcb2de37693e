import type { OutgoingMedia, PublishContext } from '../driver.ts';
import type { FormPart } from '../http/multipart.ts';
import { streamMediaBytes } from '../media-bytes.ts';

/** A post's files as parts of one form, named in order; reading them reports how far the upload is. */
export function fileParts(
  media: readonly OutgoingMedia[],
  { nameOf, call }: { readonly nameOf: (index: number) => string; readonly call: PublishContext },
): Extract<FormPart, { readonly bytes: number }>[] {
  const totalBytes = media.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  return media.map((file, index) => {
    const startsAt = before;
    before += file.bytes;
    const report = (read: number): void =>
      call.onProgress?.({ stage: 'uploading', doneBytes: startsAt + read, totalBytes });
    const { fileName, contentType, bytes } = file;
    return { name: nameOf(index), fileName, contentType, bytes, open: () => streamMediaBytes('chatbot', file, report) };
  });
}
