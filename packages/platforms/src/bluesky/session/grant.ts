import type { JsonWebKey } from 'node:crypto';
import type { RegisteredApp } from '../../driver.ts';
import { asRecord, asString, type JsonObject, parseLosslessJson } from '../../http/lossless-json.ts';

/** A token of a session that began with an app password. */
export interface PasswordGrant {
  readonly kind: 'password';
  readonly did: string;
  readonly token: string;
}

/** A token of a session that began in the browser, and all that its use, its renewal and its end need. */
export interface OAuthGrant extends OAuthServer {
  readonly kind: 'oauth';
  readonly did: string;
  readonly token: string;
  /** Private key to which the token is bound. */
  readonly key: JsonWebKey;
  /** The app; its secret is a private key as JSON, or empty for one without. */
  readonly app: RegisteredApp;
  /** Instant at which the network ends the session however often it is renewed; null where it names none. */
  readonly endsAt: string | null;
}

/** The authorization server of a session. */
export interface OAuthServer {
  readonly issuer: string;
  readonly tokenUrl: string;
  readonly revocationUrl: string;
}

export type BlueskyGrant = PasswordGrant | OAuthGrant;

/** Writes a grant as the text that the rest of the product keeps as the access or refresh token. */
export function writeGrant(grant: BlueskyGrant): string {
  return JSON.stringify(grant);
}

/** Reads a text of `writeGrant`. */
export function readGrant(text: string): BlueskyGrant {
  const grant = asRecord(parseLosslessJson(text));
  const read = (name: string) => asString(grant?.[name]) ?? '';
  const common = { did: read('did'), token: read('token') };
  if (grant?.['kind'] !== 'oauth') return { ...common, kind: 'password' };
  return { ...common, kind: 'oauth', ...readOAuthParts(grant) };
}

/** Reads the parts that a sign-in and its grant share. */
export function readOAuthParts(text: JsonObject | null): Omit<OAuthGrant, 'kind' | 'did' | 'token'> {
  const read = (name: string) => asString(text?.[name]) ?? '';
  const app = asRecord(text?.['app']);
  return {
    key: (asRecord(text?.['key']) ?? {}) as JsonWebKey,
    app: { clientId: asString(app?.['clientId']) ?? '', clientSecret: asString(app?.['clientSecret']) ?? '' },
    endsAt: asString(text?.['endsAt']),
    ...{ issuer: read('issuer'), tokenUrl: read('tokenUrl'), revocationUrl: read('revocationUrl') },
  };
}

/** The values in a grant that no message may show. */
export function secretsOf(grant: BlueskyGrant): string[] {
  return [grant.token, ...(grant.kind === 'oauth' ? keySecretsOf(grant) : [])];
}

/** The private parts of a session's key and of its app's. */
export function keySecretsOf({ key, app }: Pick<OAuthGrant, 'key' | 'app'>): string[] {
  const ofApp = asString(asRecord(parseLosslessJson(app.clientSecret))?.['d']);
  return [key.d ?? '', app.clientSecret, ofApp ?? ''].filter((secret) => secret !== '');
}
