import type { Call, Reply, Route } from '../../../http/route.ts';
import { algorithms } from './jwk.ts';

/**
 * The documents in which the resource server names its authorization server, and that server its endpoints.
 *
 * @see https://atproto.com/specs/oauth#server-metadata (read 2026-11-24)
 */
export function metadataRoutes(): readonly Route[] {
  const read = { method: 'GET', operation: 'identity' } as const;
  return [
    { ...read, path: '/.well-known/oauth-protected-resource', handle: describeResource },
    { ...read, path: '/.well-known/oauth-authorization-server', handle: describeServer },
    { ...read, path: '/oauth/jwks', handle: () => ({ status: 200, json: { keys: [] } }) },
  ];
}

function describeResource({ base }: Call): Reply {
  const json = {
    ...{ resource: base, authorization_servers: [base], scopes_supported: [], bearer_methods_supported: ['header'] },
    resource_documentation: 'https://atproto.com',
  };
  return { status: 200, json };
}

function describeServer({ base }: Call): Reply {
  const endpoint = (name: string) => `${base}/oauth/${name}`;
  const json = {
    ...{ issuer: base, request_parameter_supported: false, request_uri_parameter_supported: true },
    ...{ require_request_uri_registration: true, subject_types_supported: ['public'] },
    scopes_supported: ['atproto', 'transition:email', 'transition:generic', 'transition:chat.bsky'],
    ...{ response_types_supported: ['code'], response_modes_supported: ['query'], protected_resources: [base] },
    ...{ ui_locales_supported: ['en-US'], display_values_supported: ['page'] },
    prompt_values_supported: ['login', 'consent', 'select_account'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    ...{ code_challenge_methods_supported: ['S256'], authorization_response_iss_parameter_supported: true },
    ...{ jwks_uri: endpoint('jwks'), authorization_endpoint: endpoint('authorize') },
    ...{ token_endpoint: endpoint('token'), revocation_endpoint: endpoint('revoke') },
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    pushed_authorization_request_endpoint: endpoint('par'),
    ...{ require_pushed_authorization_requests: true, dpop_signing_alg_values_supported: algorithms },
    client_id_metadata_document_supported: true,
  };
  return { status: 200, json };
}
