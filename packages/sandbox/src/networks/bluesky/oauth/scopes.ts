import { refuse } from '../errors.ts';

const generic = 'transition:generic';
const actions = ['create', 'update', 'delete'] as const;

/** A change of a record, as scopes name it. */
export type RepoAction = (typeof actions)[number];

/**
 * The permissions of a caller. Sessions that began with a password have all of them.
 *
 * @see https://atproto.com/specs/permission (read 2026-11-24)
 */
export interface Permissions {
  /** Refuses a change of records of this collection. */
  readonly requireRepo: (action: RepoAction, collection: string) => void;
  /** Refuses the upload of a file of this type. */
  readonly requireBlob: (type: string) => void;
  /** Refuses a call of a method of this service. */
  readonly requireRpc: (method: string, audience: string) => void;
  readonly mayReadEmail: boolean;
}

/** The permissions of a session that began with a password. */
export const allPermissions: Permissions = {
  requireRepo: () => undefined,
  requireBlob: () => undefined,
  requireRpc: () => undefined,
  mayReadEmail: true,
};

/** A scope taken apart: `repo:<value>?<params>`. */
interface Scope {
  readonly kind: string;
  readonly value: string | undefined;
  readonly params: URLSearchParams;
}

/** Returns the permissions that scopes give. */
export function permissionsOf(scopes: readonly string[]): Permissions {
  const parsed = scopes.map(parseScope);
  const isGeneric = scopes.includes(generic);
  const require = (isAllowed: boolean, missing: string) => {
    if (!isAllowed) refuse(403, 'ScopeMissingError', `Missing required scope "${missing}"`);
  };
  return {
    requireRepo: (action, collection) => {
      require(isGeneric ||
        parsed.some((each) => allowsRepo(each, action, collection)), `repo:${collection}?action=${action}`);
    },
    requireBlob: (type) => require(isGeneric || parsed.some((each) => allowsBlob(each, type)), `blob:${type}`),
    requireRpc: (method, audience) => {
      const isTransitional = method.startsWith('chat.bsky.') ? scopes.includes('transition:chat.bsky') : isGeneric;
      const needed = `rpc:${method}?aud=${audience.replace('#', '%23')}`;
      require(isTransitional || parsed.some((each) => allowsRpc(each, method, audience)), needed);
    },
    mayReadEmail: scopes.some((each) =>
      ['transition:email', 'account:email', 'account:email?action=read'].includes(each),
    ),
  };
}

/** Returns true for a scope that the server knows. */
export function isKnownScope(scope: string): boolean {
  if (scope === 'atproto' || /^transition:(?:generic|email|chat\.bsky)$/.test(scope)) return true;
  return ['repo', 'blob', 'rpc', 'account', 'identity'].includes(parseScope(scope).kind);
}

function parseScope(scope: string): Scope {
  const [head = '', query] = scope.split('?');
  const [kind = '', ...rest] = head.split(':');
  const value = rest.length > 0 ? decodeURIComponent(rest.join(':')) : undefined;
  return { kind, value, params: new URLSearchParams(query) };
}

function valuesOf({ value, params }: Scope, name: string): readonly string[] {
  return value === undefined ? params.getAll(name) : [value];
}

function allowsRepo(scope: Scope, action: RepoAction, collection: string): boolean {
  const allowed = scope.params.has('action') ? scope.params.getAll('action') : actions;
  const collections = valuesOf(scope, 'collection');
  const isCollection = collections.includes('*') || collections.includes(collection);
  return scope.kind === 'repo' && isCollection && (allowed as readonly string[]).includes(action);
}

function allowsBlob(scope: Scope, type: string): boolean {
  const accepted = valuesOf(scope, 'accept');
  const isAccepted = (each: string) =>
    each === '*/*' || each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1)));
  return scope.kind === 'blob' && accepted.some(isAccepted);
}

function allowsRpc(scope: Scope, method: string, audience: string): boolean {
  const methods = valuesOf(scope, 'lxm');
  const aud = scope.params.get('aud');
  const isMethod = methods.includes('*') || methods.includes(method);
  return scope.kind === 'rpc' && isMethod && (aud === '*' || aud === audience);
}
