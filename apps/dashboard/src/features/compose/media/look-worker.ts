import { lookAtFile } from '@social/rules/look';
import { isWholeFile } from '@social/rules/whole';

const PIECE_BYTES = 1024 * 1024;

/** Answers a file with what its bytes tell: null for an unknown type, undefined where it could not be read. */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  postMessage(await lookAt(file).catch(() => undefined));
});

async function lookAt(file: File) {
  const look = await lookAtFile({ bytes: file.size, read: (start, end) => readPart(file, start, end) });
  return look && { ...look, isWhole: await isWholeFile(look, piecesOf(file)) };
}

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) yield await readPart(file, at, at + PIECE_BYTES);
}

async function readPart(file: File, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer());
}
