import { randomUUID } from 'node:crypto';
import type { FileServer } from '../../../src/servers/file-server.ts';
import type { Peer } from './both-servers.ts';
import { createKey, type DescribedProgram, signJwt } from './oauth-client.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Differences from a program that is as it should be. `undefined` leaves a part out. */
export interface ProgramChanges {
  /** Fields of the document. */
  readonly document?: Readonly<Record<string, unknown>>;
  /** Parts of the token by which the program identifies. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Fields of each form. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Publishes the document of a program with a key. Each program has an address of its own: the real server keeps documents and
 * keys for some minutes, and the simulated one reads them each time.
 */
export function publishProgram(
  files: FileServer,
  peer: Peer,
  scope: string,
  changes: ProgramChanges = {},
): DescribedProgram {
  const name = randomUUID();
  const { privateKey, jwk } = createKey();
  const [clientId, keysUrl] = [`${peer.programs}/${name}.json`, `${peer.programs}/${name}-keys.json`];
  const redirectUri = `${peer.programs}/callback`;
  const document = {
    ...{ client_id: clientId, client_name: 'A program', redirect_uris: [redirectUri], scope, jwks_uri: keysUrl },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], application_type: 'web' },
    ...{ token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256' },
    ...{ dpop_bound_access_tokens: true, ...changes.document },
  };
  const keys = [{ ...jwk, kid: 'key-1', alg: 'ES256', use: 'sig' }];
  files.serve(`/${name}.json`, { headers: JSON_TYPE, body: JSON.stringify(document) });
  files.serve(`/${name}-keys.json`, { headers: JSON_TYPE, body: JSON.stringify({ keys }) });
  return {
    clientId,
    redirectUri,
    identify() {
      const iat = Math.floor(Date.now() / 1000);
      const claims = { iss: clientId, sub: clientId, aud: peer.url, jti: randomUUID(), iat, ...changes.claims };
      const assertion = signJwt(privateKey, { alg: 'ES256', kid: 'key-1', ...changes.header }, claims);
      return { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion, ...changes.fields };
    },
  };
}
