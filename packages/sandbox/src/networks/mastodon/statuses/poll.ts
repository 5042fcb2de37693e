import type { JsonObject } from '../../../http/route.ts';
import type { Poll, Post } from '../../../world/posts.ts';
import { countGraphemes } from '../../graphemes.ts';
import { refuse } from '../errors.ts';
import type { Params } from '../params.ts';
import { softwareOf } from '../software.ts';
import type { MastodonState } from '../state.ts';

/**
 * Reads the poll of a create call: answers without the white space around them, and none that is blank.
 *
 * @see https://docs.joinmastodon.org/methods/statuses/#form-data-parameters (read 2026-11-30)
 */
export function readPoll(state: MastodonState, params: Params): Poll | undefined {
  const poll = params.within('poll');
  if (!poll) return undefined;
  const { invalidStatus, polls } = softwareOf(state);
  const options = (poll.list('options') ?? []).map((option) => option.trim()).filter((option) => option !== '');
  const seconds = Number(poll.text('expires_in') ?? Number.NaN);
  const problems = [
    ...(options.length === 0 ? ["Poll options can't be blank"] : []),
    ...(options.length < 2 ? ['Poll options must have more than one item'] : []),
    ...(options.length > polls.maxOptions ? [`Poll options can't contain more than ${polls.maxOptions} items`] : []),
    ...(options.some((option) => countGraphemes(option) > polls.maxOptionCharacters)
      ? [`Poll options can't be longer than ${polls.maxOptionCharacters} characters each`]
      : []),
    ...(new Set(options).size < options.length ? ['Poll options contain duplicate items'] : []),
    ...(Number.isNaN(seconds) ? ["Poll expires at can't be blank"] : []),
    ...(seconds > polls.maxSeconds ? ['Poll expires at is too far into the future'] : []),
    ...(seconds < polls.minSeconds ? ['Poll expires at is too soon'] : []),
  ];
  if (problems.length > 0) refuse(invalidStatus, `Validation failed: ${problems.join(', ')}`);
  return { options, isMultiple: poll.flag('multiple'), endsAt: state.world.now() + seconds * 1000 };
}

/** Presents a poll, which nobody voted in. @see https://docs.joinmastodon.org/entities/Poll/ */
export function presentPoll({ world }: MastodonState, { id, poll }: Post, isAuthor: boolean): JsonObject | null {
  if (!poll) return null;
  const { options, isMultiple: multiple, endsAt } = poll;
  return {
    ...{ id, expires_at: new Date(endsAt).toISOString(), expired: world.now() >= endsAt, multiple },
    ...{ votes_count: 0, voters_count: 0, emojis: [] },
    options: options.map((title) => ({ title, votes_count: 0 })),
    // An author counts as somebody who voted.
    ...(isAuthor && { voted: true, own_votes: [] }),
  };
}
