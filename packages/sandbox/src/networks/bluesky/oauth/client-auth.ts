import { formFields } from '../../../http/request-body.ts';
import { type Call, type Reply, replyOf } from '../../../http/route.ts';
import type { BlueskyState } from '../state.ts';
import { type Client, loadClient } from './clients.ts';
import { checkProof, nextNonce, ProofError } from './dpop.ts';
import { oauthFailure, refuseOAuth } from './errors.ts';
import { decodeJwt, isSignedWith, thumbprintOf, timeProblem } from './jwk.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionMs = 60_000;
/** The errors of calls that name no program; "invalid_client" elsewhere. */
const namelessErrors: Readonly<Record<string, string>> = {
  '/oauth/token': 'invalid_grant',
  '/oauth/revoke': 'invalid_request',
};

/** A call to the authorization server by a program that has identified. */
export interface ClientCall {
  readonly call: Call;
  readonly fields: Readonly<Record<string, string>>;
  readonly client: Client;
  /** The key with which the program identified; absent for a public one. */
  readonly clientKey?: string;
  /** The key of the proof; absent without one. */
  readonly proofKey?: string;
}

/** Answers a call to the authorization server. Every answer has the nonce of the next proof. */
export async function answerClient(
  state: BlueskyState,
  call: Call,
  answer: (request: ClientCall) => Reply,
): Promise<Reply> {
  const headers = { 'dpop-nonce': nextNonce(state, 'authorization'), 'cache-control': 'no-store' };
  const answered = replyOf(async () => answer(await identify(state, call)));
  const reply = await answered.catch((error: unknown) => {
    if (error instanceof ProofError) return proofFailure(error);
    throw error;
  });
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

function proofFailure({ code, message }: ProofError): Reply {
  return oauthFailure(code === 'use_dpop_nonce' ? 400 : 401, code, message);
}

async function identify(state: BlueskyState, call: Call): Promise<ClientCall> {
  const fields = formFields(call.body);
  const { client_id: id } = fields;
  if (id === undefined || id === '') {
    return refuseOAuth(namelessErrors[call.path] ?? 'invalid_client', 'Client credentials missing: client_id');
  }
  const proofKey = checkProof(state, call, { server: 'authorization' });
  const client = await loadClient(id);
  const clientKey = client.keys && checkAssertion(state, { call, fields, client });
  if (clientKey !== undefined && proofKey !== undefined && clientKey.endsWith(proofKey)) {
    refuseOAuth('invalid_request', 'The DPoP proof must be signed with a different key than the client assertion');
  }
  return {
    ...{ call, fields, client },
    ...(clientKey !== undefined && { clientKey }),
    ...(proofKey !== undefined && { proofKey }),
  };
}

/** Checks the token with which a program identifies. @returns The id and the thumbprint of its key. */
function checkAssertion(state: BlueskyState, { call, fields, client }: ClientCall): string {
  const { client_assertion: assertion, client_assertion_type: type } = fields;
  const jwt = assertion === undefined ? undefined : decodeJwt(assertion);
  if (assertion === undefined || !jwt || type !== assertionType) {
    const reason = 'client authentication method "private_key_jwt" required a "client_assertion"';
    return refuseOAuth('invalid_request', reason);
  }
  const failed = (reason: string) =>
    refuseOAuth('invalid_client', `Validation of "client_assertion" failed: ${reason}`);
  const { iss, sub, aud, jti, iat } = jwt.claims;
  const { kid } = jwt.header;
  if (typeof kid !== 'string') return refuseOAuth('invalid_client', '"kid" required in client_assertion');
  const key = client.keys?.find((each) => each['kid'] === kid);
  if (!key) return failed('no applicable key found in the JSON Web Key Set');
  if (!isSignedWith(assertion, key)) failed('signature verification failed');
  if (iss !== client.id || sub !== client.id) failed('unexpected "iss" or "sub" claim value');
  if (![aud].flat().includes(call.base)) failed('unexpected "aud" claim value');
  const problem = timeProblem(iat, state.world.now, assertionMs);
  if (problem !== undefined) failed(problem);
  if (typeof jti !== 'string') return failed('missing required "jti" claim');
  const used = `${client.id} ${jti}`;
  if (state.proofs.has(used)) refuseOAuth('invalid_grant', 'private_key_jwt jti reused');
  state.proofs.set(used, state.world.now());
  return `${kid} ${thumbprintOf(key)}`;
}
