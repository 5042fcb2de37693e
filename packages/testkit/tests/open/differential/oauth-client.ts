import {
  createHash,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import type { Peer } from './both-servers.ts';
import { type Answer, send, textAt } from './exchange.ts';

const CALLBACK = 'http://127.0.0.1:9/callback';

/** A program that describes itself in a document. */
export interface DescribedProgram {
  readonly clientId: string;
  readonly redirectUri: string;
  /** Fields by which each form proves that it comes from the program. */
  identify(): Readonly<Record<string, string>>;
}

/** Changes of a proof. `undefined` leaves a part out. */
export interface ProofChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** Header of a proof that replaces the right one; null sends none. */
type Proof = ProofChanges | string | null;

/** A program, one on a developer's machine without a document. It signs every request and repeats none. */
export class OAuthClient {
  readonly #peer: Peer;
  readonly #key = createKey();
  readonly #verifier = randomBytes(32).toString('base64url');
  readonly #program: DescribedProgram;
  readonly #scope: string;
  /** Nonces that the two parts of the server have given last. */
  readonly #nonces: { authorization?: string | undefined; resource?: string | undefined } = {};

  constructor(peer: Peer, scope: string, program?: DescribedProgram) {
    this.#peer = peer;
    this.#scope = scope;
    const about = new URLSearchParams({ redirect_uri: 'http://127.0.0.1/callback', scope });
    this.#program = program ?? { clientId: `http://localhost?${about}`, redirectUri: CALLBACK, identify: () => ({}) };
  }

  /** Sends a form to the authorization server. */
  async form(path: string, fields: Readonly<Record<string, string | undefined>>, proof: Proof = {}): Promise<Answer> {
    const url = `${this.#peer.url}${path}`;
    const { clientId, identify } = this.#program;
    const given = Object.entries({ client_id: clientId, ...identify(), ...fields }).filter(
      ([, value]) => value !== undefined,
    );
    const body = new URLSearchParams(given as [string, string][]);
    const headers = this.#headersOf(proof, { htm: 'POST', htu: url, nonce: this.#nonces.authorization });
    const answer = await send(url, { method: 'POST', headers, body });
    this.#nonces.authorization = answer.headers.get('dpop-nonce') ?? this.#nonces.authorization;
    return answer;
  }

  /** Learns a nonce, with which the next requests are accepted. */
  async greet(): Promise<this> {
    await this.push();
    return this;
  }

  /** Sends the request of a sign-in ahead. */
  push(changes: Readonly<Record<string, string | undefined>> = {}, proof: Proof = {}): Promise<Answer> {
    const challenge = createHash('sha256').update(this.#verifier).digest('base64url');
    const fields = {
      ...{ response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256', state: 'state-1' },
      ...{ redirect_uri: this.#program.redirectUri, scope: this.#scope, login_hint: this.#peer.ada.handle, ...changes },
    };
    return this.form('/oauth/par', fields, proof);
  }

  /** Lets the account of the peer approve. @returns code */
  async authorize(): Promise<string> {
    const uri = textAt(await (await this.greet()).push(), 'request_uri');
    const page = new URL(`${this.#peer.url}/oauth/authorize`);
    page.search = String(new URLSearchParams({ client_id: this.#program.clientId, request_uri: uri }));
    const back = await this.#peer.approve(page, this.#peer.ada);
    const code = back.searchParams.get('code');
    if (code === null) throw new Error(`the sign-in came back without a code: ${back.search}`);
    return code;
  }

  exchange(
    code: string,
    changes: Readonly<Record<string, string | undefined>> = {},
    proof: Proof = {},
  ): Promise<Answer> {
    const fields = { redirect_uri: this.#program.redirectUri, code_verifier: this.#verifier, code, ...changes };
    return this.form('/oauth/token', { grant_type: 'authorization_code', ...fields }, proof);
  }

  refresh(token: string, proof: Proof = {}): Promise<Answer> {
    return this.form('/oauth/token', { grant_type: 'refresh_token', refresh_token: token }, proof);
  }

  revoke(token: string): Promise<Answer> {
    return this.form('/oauth/revoke', { token });
  }

  async signIn(): Promise<Tokens> {
    return tokensOf(await this.exchange(await this.authorize()));
  }

  /** Calls a method with a token. The first call of a program asks for its session before, to learn a nonce. */
  async call(token: string, id: string, body?: unknown, proof: Proof = {}): Promise<Answer> {
    if (this.#nonces.resource === undefined) await this.callOnce(token, 'com.atproto.server.getSession');
    return this.callOnce(token, id, body, proof);
  }

  /** Calls a method with a token; a body makes it a procedure. */
  async callOnce(token: string, id: string, body?: unknown, proof: Proof = {}): Promise<Answer> {
    const url = `${this.#peer.url}/xrpc/${id}`;
    const method = body === undefined ? 'GET' : 'POST';
    const ath = createHash('sha256').update(token).digest('base64url');
    const proven = this.#headersOf(proof, {
      htm: method,
      htu: url.split('?', 1)[0],
      nonce: this.#nonces.resource,
      ath,
    });
    const headers = { ...proven, authorization: `DPoP ${token}`, 'content-type': 'application/json' };
    const answer = await send(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    this.#nonces.resource = answer.headers.get('dpop-nonce') ?? this.#nonces.resource;
    return answer;
  }

  #headersOf(proof: Proof, claims: Readonly<Record<string, unknown>>): Record<string, string> {
    if (proof === null) return {};
    if (typeof proof === 'string') return { dpop: proof };
    const { privateKey, jwk } = this.#key;
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk, ...proof.header };
    const all = { jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ...claims, ...proof.claims };
    return { dpop: signJwt(privateKey, header, all) };
  }
}

/** Tokens of a session. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Reads the tokens of an answer. */
export function tokensOf(answer: Answer): Tokens {
  return { access: textAt(answer, 'access_token'), refresh: textAt(answer, 'refresh_token') };
}

/** Makes a key pair for signatures by ES256. */
export function createKey(): { readonly privateKey: KeyObject; readonly jwk: JsonWebKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) };
}

/** Signs a JSON web token. */
export function signJwt(key: KeyObject, header: object, claims: object): string {
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
