import { Readable } from 'node:stream';
import { once } from '@social/platforms/guarded';
import type { Context } from 'koa';

/**
 * Writes a text while it is read. The first piece is read before the answer begins, so that an error until then is an answer of its
 * own. A later one can only cut the connection. A client that leaves ends the reading.
 * @throws the error of the first piece
 */
export async function writeChunks(ctx: Context, chunks: AsyncIterable<string>): Promise<void> {
  const body = Readable.from(await begin(chunks), { objectMode: false });
  const ended = Promise.withResolvers<unknown>();
  ctx.state['streamed'] = ended.promise;
  once(body, 'error', ended.resolve);
  const close = () => {
    ended.resolve(undefined);
    body.destroy();
  };
  once(ctx.res, 'close', close);
  // The client may have hung up before the answer began.
  if (ctx.res.destroyed) close();
  ctx.body = body;
}

async function begin(chunks: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return {
    async *[Symbol.asyncIterator]() {
      if (first.done) return;
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}
