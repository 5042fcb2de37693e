import type { Schema, Scope } from '@social/types';
import { useAccount } from './session.ts';

/** Role of a person in the workspace. */
export type Role = Schema<'Role'>;

const WRITER_SCOPES: readonly Scope[] = ['read', 'draft'];

/** The role of the signed-in person; undefined until it is known. */
export function useRole(): Role | undefined {
  return useAccount().data?.role;
}

/** Returns a function that tells what the signed-in person may do. The server checks it anyway. */
export function useMay(): (scope: Scope) => boolean {
  const role = useRole();
  return (scope) => role !== undefined && (role !== 'writer' || WRITER_SCOPES.includes(scope));
}
