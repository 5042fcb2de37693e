import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { type Answer, call, proofKey } from '../../support/sandbox.ts';

const redirectUri = 'http://127.0.0.1:9/callback';

/** The id of the program of a developer's machine, which may ask for these scopes. */
export function loopbackId(scope: string): string {
  return `http://localhost?${new URLSearchParams({ redirect_uri: 'http://127.0.0.1/callback', scope })}`;
}

/** A key pair for signatures by ES256. */
export function keyPair(): { readonly privateKey: KeyObject; readonly jwk: JsonWebKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) };
}

/** Signs a JSON web token. */
export function signJwt(privateKey: KeyObject, header: object, claims: object): string {
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

interface ProofOptions {
  readonly method?: string;
  readonly claims?: object;
  readonly header?: object;
}

/** A program with a key, which sends each form and each call with a proof. Nothing is repeated. */
export class DpopClient {
  readonly base: string;
  readonly clientId: string;
  readonly key: { privateKey: KeyObject; jwk: JsonWebKey } = keyPair();
  /** The nonces of the two servers. */
  readonly nonces: { authorization?: string; resource?: string } = {};
  readonly proof = proofKey();
  /** Further fields of every form. */
  more: () => Record<string, string> = () => ({});

  constructor(base: string, clientId: string) {
    this.base = base;
    this.clientId = clientId;
  }

  prove(url: string, { method = 'POST', claims = {}, header = {} }: ProofOptions = {}): string {
    const iat = Math.floor(Date.now() / 1000);
    return signJwt(
      this.key.privateKey,
      { typ: 'dpop+jwt', alg: 'ES256', jwk: this.key.jwk, ...header },
      { jti: randomUUID(), htm: method, htu: url, iat, ...claims },
    );
  }

  /** Sends a form to the authorization server. */
  async form(path: string, fields: Record<string, string>, proof: ProofOptions = {}): Promise<Answer> {
    const url = `${this.base}${path}`;
    const dpop = this.prove(url, { ...proof, claims: { nonce: this.nonces.authorization, ...proof.claims } });
    const body = new URLSearchParams({ client_id: this.clientId, ...this.more(), ...fields });
    const answer = await call(url, { method: 'POST', headers: { dpop }, body });
    const nonce = answer.headers.get('dpop-nonce');
    if (nonce !== null) this.nonces.authorization = nonce;
    return answer;
  }

  /** Pushes a request for access; any field can be changed. */
  push(scope: string, changes: Record<string, string> = {}, proof: ProofOptions = {}): Promise<Answer> {
    return this.form(
      '/oauth/par',
      {
        ...{ response_type: 'code', code_challenge: this.proof.challenge, code_challenge_method: 'S256' },
        ...{ state: 'state-1', redirect_uri: redirectUri, scope, ...changes },
      },
      proof,
    );
  }

  /** Pushes a request and lets it be approved. @returns The parameters of the way back. */
  async authorize(scope: string, changes: Record<string, string> = {}): Promise<URLSearchParams> {
    await this.push(scope, changes);
    const pushed = await this.push(scope, changes);
    const { request_uri: uri } = pushed.body as { readonly request_uri: string };
    const page = await call(
      `${this.base}/oauth/authorize?${new URLSearchParams({ client_id: this.clientId, request_uri: uri })}`,
    );
    return new URL(page.headers.get('location') ?? '').searchParams;
  }

  /** Exchanges a code. */
  exchange(code: string, changes: Record<string, string> = {}): Promise<Answer> {
    const fields = { redirect_uri: redirectUri, code_verifier: this.proof.verifier, code, ...changes };
    return this.form('/oauth/token', { grant_type: 'authorization_code', ...fields });
  }

  /** Replaces the tokens. */
  refresh(token: string): Promise<Answer> {
    return this.form('/oauth/token', { grant_type: 'refresh_token', refresh_token: token });
  }

  /** Signs in. */
  async signIn(scope: string): Promise<Tokens> {
    const code = (await this.authorize(scope)).get('code') ?? '';
    return (await this.exchange(code)).body as Tokens;
  }

  /** Calls a method with a token; a body makes it a procedure. */
  async call(token: string, path: string, body?: unknown, proof: ProofOptions = {}): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST';
    const url = `${this.base}/xrpc/${path}`;
    const ath = createHash('sha256').update(token).digest('base64url');
    const claims = { nonce: this.nonces.resource, ath, ...proof.claims };
    const dpop = this.prove(url, { method, ...proof, claims });
    const headers = { authorization: `DPoP ${token}`, dpop, 'content-type': 'application/json' };
    const answer = await call(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const nonce = answer.headers.get('dpop-nonce');
    if (nonce !== null) this.nonces.resource = nonce;
    return answer;
  }

  /** Calls a method, once more if the server wants another nonce first. */
  async callTwice(token: string, path: string, body?: unknown): Promise<Answer> {
    const first = await this.call(token, path, body);
    const { error } = (first.body ?? {}) as { readonly error?: string };
    return error === 'use_dpop_nonce' ? this.call(token, path, body) : first;
  }
}

/** The answer of the token endpoint. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly scope: string;
  readonly sub: string;
  readonly expires_in: number;
}
