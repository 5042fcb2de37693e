import { createECDH } from 'node:crypto';
import { base58btc } from 'multiformats/bases/base58';
import type { JsonObject } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { handleOf } from '../accounts.ts';
import type { BlueskyState } from '../state.ts';
import { serverAddress } from './server-address.ts';

/**
 * The DID document of an account: its handle, its key and its server. The server is the network itself, at the address by
 * which the caller knows it.
 *
 * @see https://atproto.com/specs/did (read 2026-11-24)
 */
export function didDocument(state: BlueskyState, account: Account, base: string): JsonObject {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/secp256k1-2019/v1'],
    id: account.id,
    alsoKnownAs: [`at://${handleOf(account)}`],
    verificationMethod: [
      {
        ...{ id: '#atproto', type: 'EcdsaSecp256k1VerificationKey2019', controller: account.id },
        publicKeyMultibase: base58btc.encode(publicKeyOf(state)),
      },
    ],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: serverAddress(base) }],
  };
}

/** Returns the accounts' public key, uncompressed. */
function publicKeyOf({ accountKey }: BlueskyState): Buffer {
  const ecdh = createECDH('secp256k1');
  ecdh.setPrivateKey(Buffer.from(accountKey.d ?? '', 'base64url'));
  return ecdh.getPublicKey();
}
