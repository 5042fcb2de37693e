import { isRecord, jsonFields } from '../../../http/request-body.ts';
import { type Call, Refusal } from '../../../http/route.ts';
import { commentError } from '../errors.ts';

const maxTextLength = 10_000;

/** A comment as a client sends it. */
export interface CommentRequest {
  readonly channelId: string;
  readonly videoId: string;
  readonly text: string;
}

/** Reads the body of a comment below a video. @see https://developers.google.com/youtube/v3/docs/commentThreads/insert */
export function readCommentRequest(call: Call): CommentRequest {
  const { channelId, videoId, topLevelComment } = fieldsOf(jsonFields(call.body)?.['snippet']);
  const text = fieldsOf(fieldsOf(topLevelComment)['snippet'])['textOriginal'];
  if (typeof channelId !== 'string' || typeof videoId !== 'string') {
    return refuse('channelOrVideoIdMissing', 'The comment thread has to be associated with a channel and a video.');
  }
  if (typeof text !== 'string' || text.trim() === '') return refuse('commentTextRequired', 'The text is missing.');
  // Counted in code points: the network does not document what it counts as a character.
  if ([...text].length > maxTextLength) return refuse('commentTextTooLong', 'The text has too many characters.');
  return { channelId, videoId, text };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function refuse(reason: string, message: string): never {
  throw new Refusal(commentError(400, reason, message));
}
