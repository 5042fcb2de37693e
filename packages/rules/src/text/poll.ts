import { networkFacts, type PlatformId, type PollFacts, platformFacts, type Schema } from '@social/types';
import { listed } from './listed.ts';

/** A poll, and what is beside it in its post. */
export interface PollOfPost {
  readonly poll: Schema<'Poll'>;
  readonly text: string;
  readonly hasMedia: boolean;
}

/** Where a poll goes, as far as it is known. */
export interface PollPlace {
  /** The connected network; left out until one is connected. */
  readonly network?: string | null | undefined;
  /** Limits of the connected account's server. */
  readonly server?: Partial<PollFacts> | null | undefined;
}

const MINUTES_OF = { day: 1440, hour: 60 } as const;

/** Returns what a platform takes: what its connected network takes, or else what the first of its networks does that has polls; null for none. */
export function pollFacts(platform: PlatformId, { network, server }: PollPlace = {}): PollFacts | null {
  const networks = network ? [network] : platformFacts(platform).networks;
  const facts = networks.flatMap((id) => networkFacts(id)?.poll ?? [])[0];
  return facts ? { ...facts, ...server } : null;
}

/** Returns the question of a poll: its own, or the text of its post. */
export function pollQuestion({ poll, text }: Pick<PollOfPost, 'poll' | 'text'>): string {
  return poll.question ?? text;
}

/**
 * Says what the caller must change so that a network takes a poll; null when it can be published.
 * @param taker name of the network
 */
export function pollProblem(post: PollOfPost, facts: PollFacts, taker: string): string | null {
  const { poll, text, hasMedia } = post;
  const { options, optionLength, questionLength, textLength } = facts;
  if (poll.options.length > options) return `has ${poll.options.length} answers, and ${taker} takes up to ${options}`;
  const long = poll.options.find((option) => lengthOf(option) > optionLength);
  if (long) return `has the answer "${long}" of ${lengthOf(long)} characters, and ${taker} takes up to ${optionLength}`;
  const question = lengthOf(pollQuestion(post));
  if (questionLength !== undefined && question > questionLength) {
    const source = poll.question === undefined ? 'the text is its question' : 'its question';
    return `needs a question of up to ${questionLength} characters on ${taker}: ${source} has ${question}; give poll.question`;
  }
  if (poll.question !== undefined && textLength !== undefined && text.length > textLength)
    return `stands beside a text of ${text.length} characters, and ${taker} takes up to ${textLength} there`;
  if (poll.multiple && !facts.multiple) return `allows several answers, which ${taker} does not have`;
  if (hasMedia && !facts.withMedia) return `stands beside files, and ${taker} takes a poll or files`;
  return minutesProblem(poll.minutes, facts, taker);
}

function minutesProblem(minutes: number, { minutes: allowed }: PollFacts, taker: string): string | null {
  if ('only' in allowed) {
    if (allowed.only.includes(minutes)) return null;
    return `lasts ${spanOf(minutes)}, and ${taker} has ${listed(allowed.only.map(spanOf), 'or')}`;
  }
  const { min, max, step = 1 } = allowed;
  if (minutes >= min && minutes <= max && minutes % step === 0) return null;
  const steps = step > 1 ? `, in steps of ${spanOf(step)}` : '';
  return `lasts ${spanOf(minutes)}, and ${taker} takes ${spanOf(min)} to ${spanOf(max)}${steps}`;
}

/** Writes minutes as people say them: `3 days`, `90 minutes`. */
export function spanOf(minutes: number): string {
  for (const [unit, length] of Object.entries(MINUTES_OF)) {
    if (minutes % length === 0) return counted(minutes / length, unit);
  }
  return counted(minutes, 'minute');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** A poll in one line. */
export function pollInWords({ question, options, minutes, multiple }: Schema<'Poll'>): string {
  const asked = question === undefined ? '' : `${question} `;
  return `Poll: ${asked}${options.join(' / ')}, ${multiple ? 'several answers' : 'one answer'}, for ${spanOf(minutes)}`;
}
