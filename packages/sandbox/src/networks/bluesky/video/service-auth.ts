import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { hourMs, minuteMs } from '../../../world/durations.ts';
import { refuse, refuseRequest, xrpcError } from '../errors.ts';
import { isDid } from '../lexicon/formats.ts';
import { integer, optional, parameters, text, type ValueOf } from '../lexicon/schema.ts';
import { decodeJwt, isSignedWith } from '../oauth/jwk.ts';
import type { BlueskyState } from '../state.ts';
import { type UserRequest, userQuery } from '../xrpc/endpoint.ts';

/** The order of the group of the key's curve; the network takes the smaller one of the two signatures of a text. */
const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');

const input = parameters({
  aud: text(),
  exp: optional(integer()),
  lxm: optional(text({ format: 'NSID' })),
});

/** Tokens with which a user calls another service. @see https://atproto.com/specs/xrpc#inter-service-authentication-jwt */
export function serviceAuthRoutes(state: BlueskyState): readonly Route[] {
  return [
    userQuery(state, {
      ...{ id: 'com.atproto.server.getServiceAuth', operation: 'identity', input },
      handle: (request) => issue(state, request),
    }),
  ];
}

function issue(state: BlueskyState, { caller, input: given }: UserRequest<ValueOf<typeof input>>): Reply {
  const { aud, exp, lxm } = given;
  caller.permissions.requireRpc(lxm ?? '*', aud);
  if (!isDid(aud.split('#', 1)[0] ?? '')) {
    refuseRequest('aud must be a valid atproto DID or did#serviceId reference');
  }
  const now = state.world.now();
  const lasts = exp === undefined ? minuteMs : exp * 1000 - now;
  if (lasts < 0) refuse(400, 'BadExpiration', 'expiration is in past');
  if (lasts > hourMs) {
    refuse(400, 'BadExpiration', 'cannot request a token with an expiration more than an hour in the future');
  }
  if (lxm === undefined && lasts > minuteMs) {
    const reason = 'cannot request a method-less token with an expiration more than a minute in the future';
    refuse(400, 'BadExpiration', reason);
  }
  if (lxm?.startsWith('com.atproto.server.') && lxm !== 'com.atproto.server.createAccount') {
    refuseRequest(`cannot request a service auth token for the following protected method: ${lxm}`);
  }
  const iat = Math.floor(now / 1000);
  const jti = randomBytes(16).toString('hex');
  return {
    status: 200,
    json: { token: signToken(state, { iat, iss: caller.account.id, aud, exp: exp ?? iat + 60, lxm, jti }) },
  };
}

function signToken({ accountKey }: BlueskyState, claims: object): string {
  const parts = [{ typ: 'JWT', alg: 'ES256K' }, claims];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = createPrivateKey({ key: accountKey, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${withLowS(signature).toString('base64url')}`;
}

function withLowS(signature: Buffer): Buffer {
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`);
  if (s <= order / 2n) return signature;
  const smaller = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex');
  return Buffer.concat([signature.subarray(0, 32), smaller]);
}

/** Finds the user of a call to another service. Refuses a token for another method or service. @returns The DID. */
export function requireServiceUser(
  state: BlueskyState,
  { headers }: Call,
  { method, audience }: { readonly method: string; readonly audience: string },
): string {
  const fail = (error: string, message: string): never => {
    throw new Refusal(xrpcError(401, error, message));
  };
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const jwt = token === undefined ? undefined : decodeJwt(token);
  if (token === undefined || !jwt) return fail('AuthMissing', 'missing jwt');
  const { iss, aud, exp, lxm } = jwt.claims;
  if (!isSignedWith(token, state.accountKey)) fail('BadJwtSignature', 'jwt signature does not match jwt issuer');
  if (typeof exp !== 'number' || exp * 1000 <= state.world.now()) fail('JwtExpired', 'jwt expired');
  if (aud !== audience) fail('BadJwtAudience', 'jwt audience does not match service did');
  if (lxm !== method) fail('BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"). must match: ${method}`);
  return String(iss);
}
