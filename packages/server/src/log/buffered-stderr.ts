import { write, writeSync } from 'node:fs';
import { every } from '@social/platforms/guarded';
import type { DestinationStream } from 'pino';

const FLUSH_INTERVAL_MS = 250;
const BUFFER_BYTES = 32 * 1024;
const STDERR = 2;
/** A reader that stops reading loses lines, but does not use up memory. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** Number of retries of a blocked write by a process that ends. */
const LAST_TRIES = 20;
const TRY_INTERVAL_MS = 50;

/**
 * Opens standard error for buffered writes: a system call per line would cost more than answering a small request. Writes the
 * rest when the process ends, and lets the process end without a reader. (`pino.destination` would retry that last write for ever
 * on a closed pipe or a full disk.)
 */
export function openBufferedStderr(): DestinationStream {
  let rest: Buffer = Buffer.alloc(0);
  let waiting = '';
  let isWriting = false;

  function take(): Buffer {
    const lines = Buffer.from(waiting);
    const all = rest.length === 0 ? lines : Buffer.concat([rest, lines]);
    rest = all.subarray(all.length);
    waiting = '';
    return all;
  }

  function flush(): void {
    if (isWriting || rest.length + waiting.length === 0) return;
    isWriting = true;
    const piece = take();
    write(STDERR, piece, (error, bytes) => {
      isWriting = false;
      if (error === null) {
        rest = piece.subarray(bytes);
        if (rest.length > 0) flush();
      } else if (error.code === 'EAGAIN') {
        rest = piece;
      }
      // Other errors (the reader has gone, the disk is full) lose the lines: the server keeps serving.
    });
  }

  every(FLUSH_INTERVAL_MS, flush).unref();
  process.on('exit', () => writeLast(take()));
  return {
    write(line: string): void {
      if (rest.length + waiting.length > MAX_WAITING_BYTES) return;
      waiting += line;
      if (waiting.length >= BUFFER_BYTES) flush();
    },
  };
}

function writeLast(last: Buffer): void {
  let piece = last;
  for (let left = LAST_TRIES; piece.length > 0 && left > 0; ) {
    try {
      piece = piece.subarray(writeSync(STDERR, piece));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      left -= 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_INTERVAL_MS);
    }
  }
}
