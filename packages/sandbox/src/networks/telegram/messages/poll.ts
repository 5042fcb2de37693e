import type { Form } from '../../../http/form.ts';
import { isRecord } from '../../../http/request-body.ts';
import type { JsonObject, Reply } from '../../../http/route.ts';
import type { Poll } from '../../../world/posts.ts';
import { refuse } from '../errors.ts';
import { flagParam, jsonParam, numberParam, textParam } from '../params.ts';
import { requireChat, requirePosting } from '../rights.ts';
import type { TelegramState } from '../state.ts';
import { addPost, message, readText, success } from './messages.ts';
import { readSending } from './sending.ts';

const limits = { question: 300, option: 100, description: 1024, options: 12, minSeconds: 5, maxSeconds: 2_628_000 };

/** Parameters that change what a poll is. */
const notSimulated = [
  ...['allows_revoting', 'shuffle_options', 'allow_adding_options', 'hide_results_until_closes', 'members_only'],
  ...['country_codes', 'correct_option_ids', 'explanation', 'is_closed', 'media', 'description_media'],
];

/** @see https://core.telegram.org/bots/api#sendpoll */
export function sendPoll(state: TelegramState, form: Form): Reply {
  const chat = requirePosting(state, requireChat(state, form));
  for (const name of notSimulated) if (form.fields[name]) refuse(`the sandbox does not simulate ${name}`);
  const type = textParam(form, 'type') ?? 'regular';
  if (type !== 'regular') refuse('the sandbox does not simulate polls of another type than regular');
  const isAnonymous = flagParam(form, 'is_anonymous') ?? true;
  if (chat.type === 'channel' && !isAnonymous) refuse("non-anonymous polls can't be sent to channel chats");
  const description = readText(form.fields, { text: 'description', entities: 'description_entities' }).text;
  if (description.length > limits.description) refuse('message caption is too long');
  const sending = readSending(state, form, chat);
  const poll = readPoll(state, form);
  const [messageId = 0] = addPost(state, sending, { text: description, files: [], poll });
  const content = {
    poll: { ...presentPoll(poll, messageId), is_anonymous: isAnonymous, ...periodOf(form, poll) },
    ...(description !== '' && { description }),
  };
  return success(message(state, sending, { messageId, content }));
}

function readPoll({ world }: TelegramState, form: Form): Poll {
  const question = textParam(form, 'question')?.trim() ?? '';
  if (question === '') refuse('poll question must be non-empty');
  if ([...question].length > limits.question) refuse(`poll question length must not exceed ${limits.question}`);
  const given = jsonParam(form, 'options');
  if (!Array.isArray(given)) return refuse("can't parse options JSON object");
  const options = given.map(readOption);
  if (options.length < 1) refuse('poll must have at least 1 option');
  if (options.length > limits.options) refuse(`poll can't have more than ${limits.options} options`);
  return {
    ...{ question, options, isMultiple: flagParam(form, 'allows_multiple_answers') ?? false },
    endsAt: readEnd(world.now(), form),
  };
}

/** Older clients send the text alone. */
function readOption(option: unknown): string {
  const text: unknown = isRecord(option) ? option['text'] : option;
  if (typeof text !== 'string' || text.trim() === '') return refuse('poll options must be non-empty');
  if ([...text].length > limits.option) refuse(`poll options length must not exceed ${limits.option}`);
  return text.trim();
}

/** A poll without an end stays open. */
function readEnd(now: number, form: Form): number {
  const [period, closeDate] = [numberParam(form, 'open_period'), numberParam(form, 'close_date')];
  if (period !== undefined && closeDate !== undefined) refuse("open_period and close_date can't be used together");
  if (period === undefined && closeDate === undefined) return neverEnds;
  const seconds = period ?? (closeDate ?? 0) - Math.floor(now / 1000);
  const isPossible = seconds >= limits.minSeconds && seconds <= limits.maxSeconds;
  return isPossible ? now + seconds * 1000 : refuse('invalid poll auto-close date specified');
}

const neverEnds = Date.UTC(9999, 0);

function periodOf(form: Form, { endsAt }: Poll): JsonObject {
  const period = numberParam(form, 'open_period');
  const closes = endsAt !== neverEnds && { close_date: Math.floor(endsAt / 1000) };
  return { ...(period !== undefined && { open_period: period }), ...closes };
}

function presentPoll({ question = '', options, isMultiple }: Poll, messageId: number): JsonObject {
  return {
    ...{ id: String(5_000_000_000_000_000_000n + BigInt(messageId)), question, type: 'regular' },
    options: options.map((text, index) => ({ persistent_id: String(index), text, voter_count: 0 })),
    ...{ total_voter_count: 0, is_closed: false, allows_multiple_answers: isMultiple, allows_revoting: true },
  };
}
