import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { AwsClient } from 'aws4fetch';
import { close as closeServer, listen } from '../../../src/servers/local-server.ts';
import { relay } from '../../../src/servers/relay.ts';

const { env } = process;

/** The S3 server of this test run. */
export const S3 = {
  endpoint: env['SOCIAL_TEST_S3_ENDPOINT'] ?? '',
  region: env['SOCIAL_TEST_S3_REGION'] ?? 'us-east-1',
  accessKeyId: env['SOCIAL_TEST_S3_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: env['SOCIAL_TEST_S3_SECRET_ACCESS_KEY'] ?? '',
};

/** Variables with the keys of the S3 server. */
export const KEYS = { AWS_ACCESS_KEY_ID: S3.accessKeyId, AWS_SECRET_ACCESS_KEY: S3.secretAccessKey };

/** A bucket of one test file, behind a passage that sees and may break the calls of a server. */
export interface Bucket extends AsyncDisposable {
  readonly name: string;
  /** Calls that passed so far, as `METHOD path?query`. */
  readonly calls: string[];
  /** Returns true for a call whose connection is cut. */
  cuts: (call: string) => boolean;
  /** Value of `SOCIAL_MEDIA_STORE`, through the passage. */
  address(prefix: string, more?: Readonly<Record<string, string>>): string;
  /** Sends a call of S3 itself, past the passage. */
  send(method: string, pathAndQuery: string, body?: string): Promise<Response>;
  /** Names of the objects below a prefix, without those in which servers note whose files they are. */
  names(prefix: string): Promise<string[]>;
}

/** Makes a bucket. */
export async function makeBucket(): Promise<Bucket> {
  const aws = new AwsClient({ ...S3, service: 's3', retries: 2 });
  const name = `social-${randomUUID()}`;
  const send = (method: string, pathAndQuery: string, body?: string) =>
    aws.fetch(`${S3.endpoint}/${name}${pathAndQuery}`, { method, ...(body === undefined ? {} : { body }) });
  const made = await send('PUT', '');
  if (!made.ok) throw new Error(`the bucket could not be made: ${made.status} ${await made.text()}`);
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    if (bucket.cuts(call)) request.socket.resetAndDestroy();
    else relay(request, response, { target: S3.endpoint, host: request.headers.host });
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const bucket: Bucket = {
    name,
    calls,
    cuts: () => false,
    address: (prefix, more = {}) =>
      `s3://${name}/${prefix}?${new URLSearchParams({ region: S3.region, endpoint, ...more })}`,
    send,
    async names(prefix) {
      const text = await (await send('GET', `?list-type=2&prefix=${prefix}/`)).text();
      const names = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key.slice(prefix.length + 1));
      return names.filter((each) => each.includes('/'));
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return bucket;
}

/** A service that hands out keys, as hosts of containers have. */
export interface KeyService extends AsyncDisposable {
  readonly url: string;
  /** Authorization headers of the calls so far. */
  readonly asked: string[];
  /** The keys that it hands out. */
  keys: { accessKeyId: string; secretAccessKey: string; endsInMs: number };
}

/** Starts a service of keys. */
export async function startKeyService(): Promise<KeyService> {
  const server = createServer((request, response) => {
    service.asked.push(request.headers.authorization ?? '');
    const { accessKeyId, secretAccessKey, endsInMs } = service.keys;
    const Expiration = new Date(Date.now() + endsInMs).toISOString();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Expiration }));
  });
  const service: KeyService = {
    url: `http://127.0.0.1:${await listen(server)}/keys`,
    asked: [],
    keys: { ...S3, endsInMs: 3_600_000 },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return service;
}
