import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const FLUSH_INTERVAL_MS = 250;
const BUFFER_BYTES = 4096;
const STDERR = 2;
/** A reader that stands still loses lines, but costs no memory without end. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** How long a reader that takes nothing may keep a process that ends. */
const LAST_TRIES = 20;
const TRY_INTERVAL_MS = 50;

/**
 * Standard error, written to in pieces: a system call per line would cost more than answering a small request. What is
 * left is written when the process ends; it ends whether or not somebody reads on.
 */
export function openBufferedStderr(): DestinationStream {
  let rest: Buffer = Buffer.alloc(0);
  let waiting: string[] = [];
  let waitingLength = 0;
  let isWriting = false;

  function take(): Buffer {
    const all = Buffer.concat([rest, Buffer.from(waiting.join(''))]);
    rest = all.subarray(all.length);
    waiting = [];
    waitingLength = 0;
    return all;
  }

  function flush(): void {
    if (isWriting || rest.length + waitingLength === 0) return;
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
      // Anything else: nobody reads any more, or the disk is full, which is no reason to stop serving.
    });
  }

  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.on('exit', () => writeLast(take()));
  return {
    write(line: string): void {
      if (rest.length + waitingLength > MAX_WAITING_BYTES) return;
      waiting.push(line);
      waitingLength += line.length;
      if (waitingLength >= BUFFER_BYTES) flush();
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
