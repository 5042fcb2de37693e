import type { OPERATIONS, OperationId, Scope } from '@social/types';
import type { Rights, Role } from '../../services/access/rights.ts';
import type { Plan } from '../../services/credits/plans.ts';

/** The caller of an operation, after authentication. */
export interface Principal {
  readonly workspaceId: string;
  readonly plan: Plan;
  /** Bytes that its workspace has stored, or fewer: see `stored_bytes`. */
  readonly storedBytes: number;
  /** User of the dashboard session; null when an API key calls. */
  readonly userId: string | null;
  /** The dashboard session itself; null when an API key calls. */
  readonly sessionId: string | null;
  /** API key or user that limits are counted for. */
  readonly callerId: string;
  readonly rights: Rights;
  /** Role of the signed-in person; null when an API key calls. */
  readonly role: Role | null;
}

/** An operation, and the callers that the contract allows for it. */
export interface Access {
  readonly id: OperationId;
  readonly auth: (typeof OPERATIONS)[OperationId]['auth'];
  /** Scopes of which a caller needs one. */
  readonly scopes: readonly Scope[];
}
