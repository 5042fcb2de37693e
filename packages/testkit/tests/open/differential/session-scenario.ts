import type { Peer, Scenario } from './both-servers.ts';
import type { Answer } from './exchange.ts';
import { OAuthClient, type Tokens } from './oauth-client.ts';

/** Permissions like those of an app password. */
export const GENERIC = 'atproto transition:generic';
export const GET_SESSION = 'com.atproto.server.getSession';

/** A session that began in the browser. */
export interface Session extends Tokens {
  readonly client: OAuthClient;
  readonly peer: Peer;
}

/** Makes a scenario of a program with a session. */
export function signedIn(run: (session: Session) => Promise<Answer>, scope: string = GENERIC): Scenario {
  return async (peer) => {
    const client = new OAuthClient(peer, scope);
    return run({ ...(await client.signIn()), client, peer });
  };
}

/** Asks for the account of a session; `claims` replace those of the proof. */
export function showSession(
  { client, access }: Session,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return client.call(access, GET_SESSION, undefined, { claims });
}
