import type { PublishInput } from '@social/post-input';
import { usageError } from '../../errors.ts';
import { parseDuration } from '../../text/duration.ts';

/** Options of `social post` that describe its poll. */
export interface PollOptions {
  /** The answers. */
  readonly poll?: string[];
  readonly pollFor?: string;
  readonly pollQuestion?: string;
  readonly pollMultiple?: boolean;
}

const MINUTE_MS = 60_000;
/** Every network with polls has this one. */
const DEFAULT_SPAN = '1d';

/** Reads the poll of the command line. @throws {CliError} for one without two answers */
export function readPoll(options: PollOptions): PublishInput['poll'] {
  const { poll = [], pollFor, pollQuestion: question, pollMultiple } = options;
  const isAsked = poll.length > 0 || pollFor !== undefined || question !== undefined || pollMultiple;
  if (!isAsked) return undefined;
  if (poll.length < 2) throw usageError('A poll needs at least two answers: give --poll for each of them');
  return {
    ...(question !== undefined && { question }),
    options: poll,
    minutes: parseDuration(pollFor ?? DEFAULT_SPAN, '--poll-for') / MINUTE_MS,
    ...(pollMultiple && { multiple: true }),
  };
}
