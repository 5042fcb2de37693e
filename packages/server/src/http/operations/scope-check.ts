import type { Schema, Scope } from '@social/types';
import { AppError } from '../../errors.ts';
import { isTest } from '../../services/posts/inbound.ts';
import type { Principal } from '../callers/principal.ts';
import type { Input } from './input.ts';
import type { OperationFacts } from './operation-table.ts';

/** Conditions on the input of a call, under which the contract names other scopes. */
const CONDITIONS: Readonly<Record<string, (input: Pick<Input, 'query' | 'body'>) => boolean>> = {
  dryRun({ query, body }) {
    const given = [query, body].map((part) => (part as { dryRun?: boolean | string } | undefined)?.dryRun);
    return given.some((value) => String(value) === 'true');
  },
  test: ({ query, body }) => isTest((query as { test?: string }).test, body as Schema<'InboundContent'>),
};

/**
 * Checks that a caller has a scope that the contract names for the call. Where input contradicts itself, its handler refuses it.
 * @param input undefined before it is read: then a caller passes where the input may decide
 * @throws AppError scope_missing
 */
export function requireScope(
  { id, scopes, scopesWhen }: OperationFacts,
  { rights }: Principal,
  input?: Pick<Input, 'query' | 'body'>,
): void {
  const has = (enough: readonly Scope[]) => enough.some((scope) => rights.scopes.includes(scope));
  if (scopes.length === 0 || has(scopes)) return;
  const isEnough = Object.entries(scopesWhen).some(
    ([condition, enough]) => has(enough) && (input === undefined || CONDITIONS[condition]?.(input) === true),
  );
  if (isEnough) return;
  const needed = scopes.join(' or ');
  const message = `This API key lacks the scope ${needed}; nothing was done. Use a key that has it: social keys create NAME --scope ${scopes[0]}, or POST /api/keys with "scopes": ["${scopes[0]}"]`;
  throw new AppError('scope_missing', message, { details: { scope: scopes[0], scopes: rights.scopes, operation: id } });
}
