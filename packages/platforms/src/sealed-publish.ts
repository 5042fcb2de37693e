import type { PlatformId } from '@social/types';
import type { Checkpoint, PublishContext } from './driver.ts';
import { unknownOutcome } from './meanings.ts';
import { PlatformError } from './platform-error.ts';

/** A publish whose upload takes long, and whose last request is not repeatable. */
export interface SealedPublish {
  /** The call whose checkpoints are remembered. */
  readonly call: PublishContext;
  /** Stores that the post may have been accepted: until that is disproved, no process may start again. */
  sealWhile<Answer>(send: () => Promise<Answer>): Promise<Answer>;
}

/** Returns true for a checkpoint of the upload, before anything was sent that publishes. */
export function isUploadStep({ step }: Checkpoint): boolean {
  return step === 'upload';
}

/**
 * Remembers the upload's last checkpoint, which is stored again after a post that was certainly not accepted.
 * @throws PlatformError of the kind `outcome-unknown` when an earlier process ended while the post was being created
 */
export function sealPublish(platform: PlatformId, call: PublishContext): SealedPublish {
  if (call.checkpoint?.['step'] === 'publish') throw interrupted(platform);
  let last = call.checkpoint ?? null;
  return {
    call: {
      ...call,
      saveCheckpoint: async (checkpoint: Checkpoint) => {
        await call.saveCheckpoint?.(checkpoint);
        last = checkpoint;
      },
    },
    async sealWhile(send) {
      await call.saveCheckpoint?.({ step: 'publish' });
      try {
        return await send();
      } catch (error) {
        const isUnknown = !(error instanceof PlatformError) || error.kind === 'outcome-unknown';
        if (!isUnknown && last) await call.saveCheckpoint?.(last);
        throw error;
      }
    },
  };
}

function interrupted(platform: PlatformId): PlatformError {
  const reason = 'it was interrupted while the post was being created';
  const message = `${reason}, so it may be there; check the account before sending it again`;
  return new PlatformError(platform, unknownOutcome(message));
}
