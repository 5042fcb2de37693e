import { createReadStream } from 'node:fs';
import { SocialApiError, type SocialClient, SocialConnectionError } from '@social/sdk';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import { progressBar } from '../terminal/progress-bar.ts';
import type { LocalFile } from './local-file.ts';
import { showChanging } from './send.ts';

const MAX_TRIES = 3;
const SHOW_EVERY_MS = 100;

/**
 * Uploads a file, with a progress bar on a terminal. Retries after a lost connection, because the server stores a file once.
 * @returns the address for posts
 * @throws {CliError} naming the file when the server refuses it or cannot be reached; nothing is published then
 */
export async function uploadFile(context: Context, client: SocialClient, file: LocalFile): Promise<string> {
  const { io } = context;
  return await showChanging(context, `uploading ${file.name} …`, async (show) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(client, file, { signal: io.signal, show });
      } catch (error) {
        const isLost = error instanceof SocialConnectionError && tries < MAX_TRIES;
        if (!isLost) throw describe(error, file);
        await io.sleep(tries * 1_000);
      }
    }
  });
}

async function send(
  client: SocialClient,
  file: LocalFile,
  { signal, show }: { signal: AbortSignal; show: (text: string) => void },
): Promise<string> {
  let shownAt = 0;
  const onBytes = (sent: number) => {
    if (performance.now() - shownAt < SHOW_EVERY_MS) return;
    shownAt = performance.now();
    show(`uploading ${file.name} ${progressBar(sent, file.bytes)}`);
  };
  const headers = {
    'Content-Length': String(file.bytes),
    'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
  };
  const stored = await client.media.uploadMedia(
    { file: ReadableStream.from(pieces(file, onBytes)), name: file.name, headers },
    { signal },
  );
  return stored.url;
}

async function* pieces({ path }: LocalFile, onBytes: (sent: number) => void): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    yield piece;
    sent += piece.length;
    onBytes(sent);
  }
}

function describe(error: unknown, { name }: LocalFile): unknown {
  const hints = ['Nothing was published.'];
  if (error instanceof SocialApiError) {
    const { code, status, requestId, message } = error;
    return new CliError({ exitCode: exitCodeOf(code, status), code, message: `${name}: ${message}`, requestId, hints });
  }
  if (error instanceof SocialConnectionError) {
    const message = `${name} could not be uploaded: ${error.message}`;
    return new CliError({
      exitCode: EXIT.failed,
      code: 'connection_failed',
      message,
      hints: [...hints, 'Run it again.'],
    });
  }
  return error;
}
