import { type FileType, HEAD_BYTES, typeOfHead } from '@social/rules';

/** Bytes that tell most types. */
const FIRST_BYTES = 64;

/** A piece of a file with the type of the file, as far as its first bytes tell it. */
export interface TypedPiece {
  readonly type: FileType | null;
  readonly piece: Uint8Array;
}

/** Yields the pieces of a file with its type; joins the first ones until they tell it. Yields nothing for an empty file. */
export async function* withType(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TypedPiece> {
  let head = Buffer.alloc(0);
  let type: FileType | null | undefined;
  for await (const piece of pieces) {
    if (type !== undefined) {
      yield { type, piece };
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < FIRST_BYTES) continue;
    const found = typeOfHead(head);
    if (found === null && head.length < HEAD_BYTES) continue;
    type = found;
    yield { type, piece: head };
  }
  if (type === undefined && head.length > 0) yield { type: typeOfHead(head), piece: head };
}
