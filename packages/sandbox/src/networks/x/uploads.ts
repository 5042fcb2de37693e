/** A media upload on its way, or done. */
export interface Upload {
  readonly id: string;
  readonly accountId: string;
  readonly category: string;
  readonly mediaType: string;
  /** Announced size in bytes; absent for an upload in one shot. */
  readonly totalBytes?: number;
  readonly segments: Map<number, Buffer>;
  readonly expiresAt: number;
  /** Set once finalized. */
  data?: Buffer;
  altText?: string;
  /** Checks of a video that are still to be answered before it counts as processed. */
  pendingChecks: number;
}
