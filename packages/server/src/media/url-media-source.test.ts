import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAtFile, type MediaLook } from '@social/rules';
import { expect, onTestFinished, test, vi } from 'vitest';
import { phoneMovie } from '../../../rules/tests/strip/crafted-videos.ts';
import { createLogger } from '../log/logger.ts';
import { createPictureFitter } from './fit/picture-fitter.ts';
import { UNLIMITED } from './keep/account.ts';
import { createTemporaryFiles } from './keep/temporary-files.ts';
import { createMediaFiles } from './media-files.ts';
import type { OwnFile } from './own-files.ts';
import { receiveUpload } from './receive-upload.ts';
import { createUrlMediaSource } from './url-media-source.ts';

const WORKSPACE = 'workspace';
const logger = createLogger('silent');
const clip = phoneMovie({ brand: 'mp42' });

/** A source of one uploaded video, whose bytes come piece by piece as often as it is read. */
async function sourceOfClip(pieces: () => AsyncIterable<Uint8Array>) {
  const directory = mkdtempSync(join(tmpdir(), 'media-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = createMediaFiles(directory);
  const accountOf = async () => UNLIMITED;
  const look = (await lookAtFile({
    bytes: clip.length,
    read: async (start, end) => clip.subarray(start, end),
  })) as MediaLook;
  const read = (fromByte = 0) => (fromByte > 0 ? onePiece(clip.subarray(fromByte)) : pieces());
  const given: OwnFile = {
    file: { bytes: clip.length, sha256: () => 'given', read, remove: async () => undefined },
    look,
    name: 'clip.mp4',
    publicUrl: null,
  };
  const source = createUrlMediaSource(
    { allowLoopback: false, ownFileOf: () => 'given' },
    {
      own: {
        async openForPost(workspaceId, sha256) {
          if (sha256 === 'given') return given;
          const file = await files.openForPost({ workspaceId, sha256, object: null }, new AbortController().signal);
          return file && { ...given, file };
        },
        async keep(workspaceId, { bytes, ...made }) {
          const { file } = await receiveUpload(
            files,
            { ...made, announcedBytes: bytes },
            { onBytes: () => undefined, lookFurther: async ({ look }) => look },
          );
          await using _ = file;
          await file.keep(workspaceId);
        },
      },
      files: createTemporaryFiles({ directory: join(directory, 'temporary'), logger, accountOf }),
      fitter: createPictureFitter(logger, { accountOf }),
    },
  );
  const incoming = () => readdirSync(join(directory, '.incoming'));
  return { source, incoming };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const media = [{ url: 'https://social.example/media/clip', alt: '', kind: 'video', field: 'media' } as const];
const orderFor = (platform: 'video' | 'microblog', network: string) =>
  ({ platform, network, media, fitMedia: true, earlier: [] }) as const;

test('a video is copied once for all networks of a post', async () => {
  let reads = 0;
  const { source } = await sourceOfClip(() => {
    reads += 1;
    return onePiece(clip);
  });
  const orders = [orderFor('video', 'youtube'), orderFor('microblog', 'x')];
  const batch = source.openBatch(WORKSPACE, orders);
  const loaded = await Promise.all(orders.map((order) => batch.load(order)));
  const [one, other] = loaded.map(({ media: [file] }) => file?.sha256);
  expect(one).toBe(other);
  expect(one).not.toBe('given');
  for (const { fitted } of loaded) expect(fitted).toMatchObject([{ number: 1, sha256: one }]);
  const before = reads;
  const later = source.openBatch(WORKSPACE, orders);
  expect((await later.load(orderFor('video', 'youtube'))).media[0]?.sha256).toBe(one);
  // Only for its digest: the same is stored.
  expect(reads - before).toBeLessThan(before);
  await Promise.all([batch.close(), later.close()]);
});

test('a batch that is closed stops the copy of a video, and leaves nothing of it', async () => {
  const halted = Promise.withResolvers<void>();
  let copies = 0;
  const { source, incoming } = await sourceOfClip(async function* () {
    yield clip.subarray(0, 1_000);
    copies += 1;
    if (copies > 2) await halted.promise;
    yield clip.subarray(1_000);
  });
  const batch = source.openBatch(WORKSPACE, [orderFor('video', 'youtube')]);
  const loading = batch.load(orderFor('video', 'youtube'));
  const refused = expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  await vi.waitFor(() => expect(incoming()).toHaveLength(1));
  const closing = batch.close();
  halted.resolve();
  await Promise.all([refused, closing]);
  expect(incoming()).toEqual([]);
});
