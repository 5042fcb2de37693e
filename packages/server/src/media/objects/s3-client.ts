import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { createPace } from '../fetch/pace.ts';
import { CredentialsError, createKeySupply } from './credentials.ts';
import type { Credentials, ObjectStorageSettings } from './settings.ts';

const TRIES = 3;
const PAUSE_MS = 200;
/** Time for the head of an answer, and for a part of 8 MiB on its way up. */
const ANSWER_MS = 60_000;
const READING = { totalMs: 6 * 3_600_000, minRate: { bytes: 1, spanMs: 30_000 } };
const REFUSED_KEYS = ['ExpiredToken', 'InvalidToken', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'];

/** A call that the object storage did not carry out. The message shows no key. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Code of S3, or of the connection; empty without one. */
  readonly code: string;

  constructor(message: string, { status, code, cause }: { status: number | null; code: string; cause?: unknown }) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }
}

/** A call of the S3 API. */
export interface S3Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; null for the bucket itself. */
  readonly name: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Bytes of an object that are read: all that follow without `toByte`. */
interface ReadPart {
  readonly fromByte: number;
  readonly toByte?: number | undefined;
}

/** Client of one bucket. */
export interface S3Client {
  readonly settings: ObjectStorageSettings;
  /** Makes a call and reads its whole answer. @throws StorageError, CredentialsError */
  call(call: S3Call): Promise<{ headers: Headers; text: string }>;
  /** Reads an object from one byte up to another, or to its end. @throws StorageError, CredentialsError */
  read(name: string, part: ReadPart, signal?: AbortSignal): AsyncGenerator<Uint8Array>;
  /** Size of an object, in bytes; null for a missing object. @throws StorageError, CredentialsError */
  sizeOf(name: string): Promise<number | null>;
  /** Signs an address that fetches an object. @param seconds for which it is valid at most @throws CredentialsError */
  sign(name: string, seconds: number): Promise<string>;
}

/** Creates a client. The bucket is part of the path, as most storages want it. Calls are repeated, which does no harm. */
export function createS3Client(settings: ObjectStorageSettings): S3Client {
  const { endpoint, bucket, prefix, region } = settings;
  const keys = createKeySupply(settings.credentials);

  function urlOf(name: string | null, query: S3Call['query'] = {}): string {
    const path = name === null ? bucket : `${bucket}/${prefix}${name}`;
    const search = new URLSearchParams(query).toString();
    return `${endpoint}/${path}${search === '' ? '' : `?${search}`}`;
  }

  function signerOf({ sessionToken, ...credentials }: Credentials): AwsClient {
    return new AwsClient({ ...credentials, ...(sessionToken !== null && { sessionToken }), service: 's3', region });
  }

  async function sendOnce(call: S3Call, credentials: Credentials, signal: AbortSignal): Promise<Response> {
    const { method, name, query, body } = call;
    const headers = { ...call.headers, 'x-amz-content-sha256': hashOf(body ?? '') };
    const signed = await signerOf(credentials).sign(urlOf(name, query), {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as string }),
    });
    const answer = await fetch(signed, { signal, redirect: 'manual' }).catch((cause: unknown) => {
      throw lostCall(call, cause);
    });
    if (answer.ok) return answer;
    throw await refusal(call, answer);
  }

  async function send(call: S3Call, signal: AbortSignal): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const credentials = await keys.get();
      try {
        return await sendOnce(call, credentials, signal);
      } catch (error) {
        if (!(error instanceof StorageError) || attempt === TRIES || signal.aborted) throw error;
        const areKeysRefused = REFUSED_KEYS.includes(error.code);
        if (areKeysRefused ? attempt > 1 || !keys.renew(credentials) : !isPassing(error)) throw error;
        await delay(areKeysRefused ? 0 : PAUSE_MS * 2 ** attempt);
      }
    }
  }

  return {
    settings,

    async call(call) {
      const { headers, text } = await within(ANSWER_MS, async (signal) => {
        const answer = await send(call, signal);
        return { headers: answer.headers, text: await readText(call, answer) };
      });
      // S3 may answer 200 and name an error inside.
      const code = text.includes('<Error>') ? codeIn(text) : undefined;
      if (code !== undefined)
        throw new StorageError(`${describeCall(call)} failed with ${code}`, { status: 200, code });
      return { headers, text };
    },

    async *read(name, part, outer = new AbortController().signal) {
      using pace = createPace(outer, ANSWER_MS);
      const call = { method: 'GET', name, headers: rangeHeaderOf(part) } as const;
      const answer = await send(call, pace.signal);
      pace.expect(READING);
      try {
        let left = (part.toByte ?? Infinity) - part.fromByte;
        for await (const piece of answer.body ?? []) {
          pace.count(piece.byteLength);
          // A storage that ignores the range sends more than was asked for.
          yield piece.byteLength > left ? piece.subarray(0, left) : piece;
          left -= piece.byteLength;
          if (left <= 0) return;
        }
      } catch (cause) {
        throw lostCall(call, cause);
      }
    },

    async sizeOf(name) {
      // The answer to HEAD would not say why there is nothing: no object, no bucket, or no right to read.
      const call = { method: 'GET', name, headers: { range: 'bytes=0-0' } } as const;
      try {
        return await within(ANSWER_MS, async (signal) => {
          const { headers, body } = await send(call, signal);
          await body?.cancel();
          return Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length'));
        });
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async sign(name, seconds) {
      const url = urlOf(name, { 'X-Amz-Expires': String(seconds) });
      return (await signerOf(await keys.get()).sign(url, { aws: { signQuery: true } })).url;
    },
  };
}

async function within<Result>(milliseconds: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  using pace = createPace(new AbortController().signal, milliseconds);
  return await work(pace.signal);
}

const hashOf = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex');

const describeCall = ({ method, name }: S3Call): string => `${method} ${name ?? 'of the bucket'}`;

/** Returns true for a failure that may be over in a moment. */
function isPassing({ status }: StorageError): boolean {
  return status === null || status === 429 || status >= 500;
}

function rangeHeaderOf({ fromByte, toByte }: ReadPart): Readonly<Record<string, string>> {
  if (fromByte === 0 && toByte === undefined) return {};
  return { range: `bytes=${fromByte}-${toByte === undefined ? '' : toByte - 1}` };
}

async function readText(call: S3Call, answer: Response): Promise<string> {
  return answer.text().catch((cause: unknown) => {
    throw lostCall(call, cause);
  });
}

function lostCall(call: S3Call, cause: unknown): StorageError {
  const code = (cause as { cause?: { code?: string } }).cause?.code ?? (cause as Error).name;
  return new StorageError(`${describeCall(call)} got no answer: ${code}`, { status: null, code, cause });
}

async function refusal(call: S3Call, answer: Response): Promise<StorageError> {
  const code = codeIn(await readText(call, answer)) ?? '';
  const message = `${describeCall(call)} was answered with ${answer.status} ${code}`.trimEnd();
  return new StorageError(message, { status: answer.status, code });
}

/** Returns true when there is no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StorageError && error.status === 404 && error.code !== 'NoSuchBucket';

/** Returns true for a failure of the object storage, or of the keys for it. */
export function isStorageFailure(error: unknown): error is StorageError | CredentialsError {
  return error instanceof StorageError || error instanceof CredentialsError;
}

function codeIn(text: string): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1];
}
