import { SCOPES, type Scope } from '@social/types';

/** A command on this computer that waits for the browser to come back. */
export interface BrowserRequest {
  readonly machine: string;
  readonly port: number;
  readonly state: string;
  readonly codeChallenge: string;
  /** Scopes that the command asks for. */
  readonly scopes: readonly Scope[];
}

/** Reads the address that a command has opened. Returns null when part of it is missing; the server checks the rest. */
export function readBrowserRequest(query: URLSearchParams): BrowserRequest | null {
  const [machine, port, state, codeChallenge] = ['machine', 'port', 'state', 'codeChallenge'].map((name) =>
    query.get(name),
  );
  if (!machine?.trim() || !state || !codeChallenge || !/^\d{4,5}$/.test(port ?? '')) return null;
  const asked = query.get('scopes')?.split(',');
  const scopes = SCOPES.filter((scope) => asked?.includes(scope) ?? true);
  if (scopes.length === 0) return null;
  return { machine, port: Number(port), state, codeChallenge, scopes };
}
