/** Removal of what a target has published. The row is stored before the first request. */
export interface RemovalTable {
  target_id: string;
  workspace_id: string;
  /** Channel in which the removal is continued and looked up. */
  channel: string;
  /** `removing`: a worker deletes it. `unknown`: the answer was lost. `gone`: the network no longer had it. */
  state: 'removing' | 'deleted' | 'gone' | 'failed' | 'unknown';
  /** Call that asked for it; its charges are shown as one transaction. */
  operation_id: string;
  /** Credits that are reserved for it, in `credit_reservation`. */
  reservation_id: string;
  /** Credits charged. */
  credits: number;
  error: string | null;
  code: string | null;
  /** Worker that deletes it; null for none. */
  worker_id: string | null;
  asked_at: string;
  /** Instant at which the removal is continued in its channel; null while a worker has it, and after the last look. */
  due_at: string | null;
  updated_at: string;
}
