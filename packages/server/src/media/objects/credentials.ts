import { readFile } from 'node:fs/promises';
import type { CredentialSource, Credentials } from './settings.ts';

/** Time before their end at which credentials are renewed. An address that is signed with them ends with them. */
const MARGIN_MS = 5 * 60_000;
const LIFETIME_WITHOUT_END_MS = 3_600_000;
const TIMEOUT_MS = 5_000;

/** Credentials could not be fetched. The message shows neither them nor the token. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

/** Supplies the keys that sign. */
export interface KeySupply {
  /** @throws CredentialsError */
  get(): Promise<Credentials>;
  /** Forgets keys that the storage refuses. @returns false when there is nothing else to try */
  renew(refused: Credentials): boolean;
}

interface Fetched {
  readonly credentials: Credentials;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Creates the supply. Keys of a container are fetched once for all calls, and again before they end. */
export function createKeySupply(source: CredentialSource): KeySupply {
  if (source.kind === 'static') return { get: async () => source.credentials, renew: () => false };
  let known: Fetched | null = null;
  let fetching: Promise<Credentials> | null = null;

  async function fetchAgain(from: CredentialSource & { kind: 'container' }): Promise<Credentials> {
    try {
      known = await fetchKeys(from);
    } catch (error) {
      if (known === null || known.endsAt <= Date.now()) throw error;
    } finally {
      fetching = null;
    }
    return known.credentials;
  }

  return {
    async get() {
      if (known !== null && known.endsAt - MARGIN_MS > Date.now()) return known.credentials;
      fetching ??= fetchAgain(source);
      return fetching;
    },
    renew(refused) {
      if (known?.credentials === refused) known = null;
      return true;
    },
  };
}

/** @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
async function fetchKeys({ url, token, tokenFile }: CredentialSource & { kind: 'container' }): Promise<Fetched> {
  const authorization = tokenFile === null ? token : await readToken(tokenFile);
  const answer = await fetch(url, {
    headers: authorization === null ? {} : { authorization },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new CredentialsError(`${originOf(url)} does not answer`, { cause });
  });
  if (!answer.ok) throw new CredentialsError(`${originOf(url)} answers ${answer.status}`);
  const body = (await answer.json().catch(() => ({}))) as Partial<Record<string, unknown>>;
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = body;
  if (typeof AccessKeyId !== 'string' || typeof SecretAccessKey !== 'string') {
    throw new CredentialsError(`${originOf(url)} answers without AccessKeyId and SecretAccessKey`);
  }
  const endsAt = typeof Expiration === 'string' ? Date.parse(Expiration) : Number.NaN;
  return {
    credentials: {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: typeof Token === 'string' && Token !== '' ? Token : null,
    },
    endsAt: Number.isNaN(endsAt) ? Date.now() + LIFETIME_WITHOUT_END_MS : endsAt,
  };
}

async function readToken(file: string): Promise<string> {
  const token = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CredentialsError('the file of AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE cannot be read', { cause });
  });
  return token.trim();
}

const originOf = (url: string): string => new URL(url).origin;
