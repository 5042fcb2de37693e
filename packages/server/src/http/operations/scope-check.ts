import type { OperationId, Schema, Scope } from '@social/types';
import { AppError } from '../../errors.ts';
import { isTest } from '../../services/posts/inbound.ts';
import type { Principal } from '../callers/principal.ts';
import type { Input } from './input.ts';
import type { OperationFacts } from './operation-table.ts';

/** Conditions on the input of a call, under which the contract names other scopes. */
const CONDITIONS: Readonly<Record<string, (input: Pick<Input, 'query' | 'body'>) => boolean>> = {
  dryRun: asksForDryRun,
  draft: asksForDraft,
  key: ({ query }) => (query as { key?: string }).key !== undefined,
  test: ({ query, body }) => isTest((query as { test?: string }).test, body as Schema<'InboundContent'>),
};

/** Advice for a caller whose scope is enough under a condition, by the name of the condition. */
const INSTEAD: Readonly<Record<string, string>> = {
  draft: 'Send "draft": true to store it as a draft that somebody approves, or use',
};

/** Returns true for a call that stores and sends nothing. */
export function isOnlyTried(id: OperationId, input: Pick<Input, 'query' | 'body'>): boolean {
  return (
    id === 'checkPosts' || asksForDryRun(input) || (id === 'receiveContent' && CONDITIONS['test']?.(input) === true)
  );
}

/** Returns true for a dry run. */
export function asksForDryRun({ query, body }: Pick<Input, 'query' | 'body'>): boolean {
  const given = [query, body].map((part) => (part as { dryRun?: boolean | string } | undefined)?.dryRun);
  return given.some((value) => String(value) === 'true');
}

/** Returns true for a call that stores its post as a draft. */
export function asksForDraft({ body }: Pick<Input, 'body'>): boolean {
  return (body as { draft?: unknown } | undefined)?.draft === true;
}

/** Names what a scope lets a person do. */
const ACTS: Readonly<Record<Scope, string>> = {
  read: 'read this',
  draft: 'write drafts',
  publish: 'publish',
  actions: 'act at networks',
  admin: 'change profiles, connections or webhook endpoints',
};

/**
 * Checks that a caller has a scope that the contract names for the call, and a person the role. Where input contradicts itself, its
 * handler refuses it.
 * @param input undefined before it is read: then a caller passes where the input may decide
 * @throws AppError scope_missing; forbidden for a role
 */
export function requireRights(
  { id, scopes, scopesWhen, role: needed }: OperationFacts,
  { rights, role }: Principal,
  input?: Pick<Input, 'query' | 'body'>,
): void {
  if (role !== null && needed !== null && role !== needed) throw notOfRole(id, role, needed);
  const has = (enough: readonly Scope[]) => enough.some((scope) => rights.scopes.includes(scope));
  if (scopes.length === 0 || has(scopes)) return;
  const isEnough = Object.entries(scopesWhen).some(
    ([condition, enough]) => has(enough) && (input === undefined || CONDITIONS[condition]?.(input) === true),
  );
  if (isEnough) return;
  const instead = Object.entries(scopesWhen).flatMap(([name, enough]) => (has(enough) && INSTEAD[name]) || []);
  const details = { scope: scopes[0], scopes: rights.scopes, operation: id, ...(role !== null && { role }) };
  const message = role === null ? ofKey(scopes, instead[0]) : ofRole(role, scopes, instead[0]);
  throw new AppError('scope_missing', message, { details });
}

function ofKey(scopes: readonly Scope[], instead = 'Use'): string {
  return `This API key lacks the scope ${scopes.join(' or ')}; nothing was done. ${instead} a key that has it: social keys create NAME --scope ${scopes[0]}, or POST /api/keys with "scopes": ["${scopes[0]}"]`;
}

function ofRole(role: string, [scope = 'admin']: readonly Scope[], instead?: string): string {
  const next = instead === undefined ? 'Ask' : instead.replace(/use$/, 'ask');
  return `Your role here is ${role}, which may not ${ACTS[scope]}; nothing was done. ${next} an owner of this workspace for another role`;
}

function notOfRole(operation: string, role: string, needed: string): AppError {
  const message = `Your role here is ${role}, and this is for ${needed}s; nothing was done. Ask an ${needed} of this workspace`;
  return new AppError('forbidden', message, { details: { role, needed, operation } });
}
