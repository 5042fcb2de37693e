import { lookAtFile } from '@social/rules/look';

/** Answers a file with what its bytes tell: null for an unknown type, undefined where it could not be read. */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const read = async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer());
  postMessage(await lookAtFile({ bytes: file.size, read }).catch(() => undefined));
});
