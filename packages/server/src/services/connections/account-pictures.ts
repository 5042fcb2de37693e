import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { Face, FaceReader } from '../../media/face/read-face.ts';
import {
  deletePicture,
  findPictureOf,
  listWithDuePicture,
  savePicture,
  takePictureReading,
  updatePictureFacts,
} from '../../store/connections/account-pictures.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import type { Tokens } from './tokens.ts';

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** Most pictures that one run of the job reads, one after the other. */
const BATCH = 10;
const ASK_TIMEOUT_MS = 5_000;
/** Time for which a new connection waits for its picture, so that its user sees it at once. */
const NEW_MS = 1_500;

export type AccountPictures = ReturnType<typeof createAccountPictures>;

/** Path of the picture of a connection; null while the server has none. Another picture has another path. */
export function picturePath(connection: ConnectionRow): string | null {
  if (connection.picture_version === null) return null;
  const { name, is_default, profile_id: profileId, picture_version: v } = connection;
  const query = new URLSearchParams({ profileId, v, ...(is_default === 0 && { account: name }) });
  return `/api/connect/${connection.platform}/picture?${query}`;
}

/**
 * Makes the service that fetches the pictures of accounts and keeps them. A picture is read when its account is connected, and about
 * once a week after that; a failure keeps the one that is there, and is repeated after a day. It marks no connection, and no
 * publish waits for it.
 */
export function createAccountPictures(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
  tokens: Tokens;
  reads: UpstreamReads;
  faces: FaceReader;
}) {
  const { db, clock, logger, platforms, tokens, reads, faces } = deps;
  const stop = new AbortController();
  const running = new Set<Promise<void>>();

  /** The servers of an installation, and connections that were made together, do not read at the same moment. */
  function later(ms: number): string {
    return new Date(clock.now() + ms * (0.9 + Math.random() * 0.2)).toISOString();
  }

  /** Networks change the address with the picture, and many end it after some days. */
  async function presentAddress(connection: ConnectionRow): Promise<string | null> {
    const driver = platforms.of(connection)?.driver;
    if (!driver?.readPicture) return connection.picture;
    const account = await tokens.accountOf(connection);
    return reads.readLater(connection, ASK_TIMEOUT_MS, async (call) => driver.readPicture?.(account, call) ?? null);
  }

  async function store(connection: ConnectionRow, picture: string | null, face: Face | null): Promise<void> {
    const version = face && hash('sha256', face.bytes).slice(0, 16);
    await db.transaction().execute(async (trx) => {
      const facts = { picture, picture_version: version, picture_due_at: later(WEEK_MS) };
      if (!(await updatePictureFacts(trx, connection.id, facts))) return;
      if (!face) return deletePicture(trx, connection.id);
      const { bytes, contentType } = face;
      await savePicture(trx, { connection_id: connection.id, content_type: contentType, bytes: Buffer.from(bytes) });
    });
  }

  async function readOne(connection: ConnectionRow, address: () => Promise<string | null>): Promise<void> {
    const { id: connectionId, platform } = connection;
    if (!(await takePictureReading(db, connection, later(DAY_MS)))) return;
    try {
      const picture = await address();
      await store(connection, picture, picture === null ? null : await faces.read(picture, stop.signal));
    } catch (err) {
      if (stop.signal.aborted) return;
      logger.info({ err, connectionId, platform }, 'could not read the picture of an account; the present one stays');
    }
  }

  return {
    /** Reads the picture of a connection that was just made. Waits for it a little, and never rejects. */
    async readNew(connection: ConnectionRow): Promise<void> {
      const reading = readOne(connection, async () => connection.picture).catch((err: unknown) => {
        logger.warn({ err, connectionId: connection.id }, 'could not store the picture of an account');
      });
      running.add(reading);
      void reading.then(() => running.delete(reading));
      await Promise.race([
        reading,
        delay(NEW_MS, undefined, { ref: false, signal: stop.signal }).catch(() => undefined),
      ]);
    },

    /** Reads the pictures that are due, some at a time. */
    async readDue(stopping: AbortSignal): Promise<void> {
      for (const connection of await listWithDuePicture(db, isoNow(clock), BATCH)) {
        if (stopping.aborted) return;
        await readOne(connection, () => presentAddress(connection));
      }
    },

    /** Finds the picture of an account. */
    async find({ id }: Pick<ConnectionRow, 'id'>): Promise<Face | null> {
      const row = await findPictureOf(db, id);
      return row ? { bytes: row.bytes, contentType: row.content_type } : null;
    },

    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(running);
      await faces[Symbol.asyncDispose]();
    },
  };
}
