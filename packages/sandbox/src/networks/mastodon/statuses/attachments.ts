import { createMedia, type Media, type Post } from '../../../world/posts.ts';
import { refuse } from '../errors.ts';
import { isReady } from '../media/present.ts';
import type { Session } from '../session.ts';
import { softwareOf } from '../software.ts';
import type { Attachment, MastodonState } from '../state.ts';
import type { StatusRequest } from './status-body.ts';

/** Collects the files of a new status: finished uploads of the user that no status shows. */
export function collectMedia(
  state: MastodonState,
  { mediaIds: ids, poll }: Pick<StatusRequest, 'mediaIds' | 'poll'>,
  { account }: Session,
): readonly Attachment[] {
  const { maxMediaAttachments, invalidStatus } = softwareOf(state);
  const isTooMany = ids.length > maxMediaAttachments || (poll !== undefined && ids.length > 0);
  if (isTooMany) refuse(invalidStatus, `Cannot attach more than ${maxMediaAttachments} files`);
  const found = ids.flatMap((id) => {
    const attachment = state.media.get(id);
    const isUsable = attachment?.accountId === account.id && attachment.statusId === undefined;
    return attachment && isUsable ? [attachment] : [];
  });
  const lost = ids.filter((id) => !found.some((each) => each.id === id));
  if (lost.length > 0) {
    refuse(invalidStatus, `Media ${lost.join(', ')} not found or already attached to another post`);
  }
  if (found.length > 1 && found.some(({ kind }) => kind === 'video' || kind === 'audio')) {
    refuse(invalidStatus, 'Cannot attach a video to a post that already contains images');
  }
  if (!found.every((attachment) => isReady(state, attachment))) {
    refuse(invalidStatus, 'Cannot attach files that have not finished processing. Try again in a moment!');
  }
  return found;
}

/** Gives files to a status, and returns them for its post. */
export function attach(attachments: readonly Attachment[], statusId: string): readonly Media[] {
  return attachments.map((attachment) => {
    attachment.statusId = statusId;
    return createMedia(attachment.blob, attachment.type, attachment.description ?? undefined);
  });
}

/** Takes the files from a deleted status. */
export function detach({ media }: MastodonState, { id }: Post, { isForGood }: { isForGood: boolean }): void {
  for (const attachment of media.values()) {
    if (attachment.statusId !== id) continue;
    if (isForGood) media.delete(attachment.id);
    else delete attachment.statusId;
  }
}
