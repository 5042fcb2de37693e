import type { ErrorCode } from '@social/types';
import type { RemovalRow } from '../../store/targets/removals.ts';
import type { TargetRow } from '../../store/targets/targets.ts';

/** A removal that is stored, with the target that it takes back. */
export interface Removal {
  readonly target: TargetRow;
  readonly row: RemovalRow;
  /** Set when an earlier request may have deleted the post, so that a post that is gone counts as deleted. */
  readonly isRepeated: boolean;
}

/** End of a removal. `unknown` is not final: it is looked up again. */
export type RemovalEnd =
  | { readonly state: 'deleted' | 'gone' }
  | { readonly state: 'failed' | 'unknown'; readonly code: ErrorCode; readonly message: string };

export function isGone({ state }: RemovalEnd): boolean {
  return state === 'deleted' || state === 'gone';
}
