import { readForm } from '../../../http/form.ts';
import type { Fields } from '../../../http/input.ts';
import type { FormFile } from '../../../http/multipart.ts';
import { isRecord, parseExactly } from '../../../http/request-body.ts';
import type { Call, Reply } from '../../../http/route.ts';
import { emptyMessage, failure, invalidForm, refuse, tooLarge } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { type MentionKind, readAllowed } from './mentions.ts';

/** A file of a message, with its description. */
export interface Attachment extends FormFile {
  readonly description?: string;
}

/** A question, its answers, and the hours that it is open. */
export interface PollRequest {
  readonly question: string;
  readonly options: readonly string[];
  readonly hours: number;
  readonly isMultiple: boolean;
}

/** A reference to the message that is answered. */
export interface MessageReference {
  readonly messageId: string;
  readonly channelId?: string;
  /** Refuses the reply when there is no such message. */
  readonly mustExist: boolean;
}

/** Parts of a create request that the sandbox acts on. */
export interface MessageRequest {
  readonly content: string;
  readonly embeds: readonly Fields[];
  readonly attachments: readonly Attachment[];
  readonly poll?: PollRequest;
  /** Those whom the content may notify. */
  readonly allowedMentions: readonly MentionKind[];
  /** Begins a post in the forum. */
  readonly threadName?: string;
  /** Tags of the new post. */
  readonly tagIds: readonly string[];
  /** The message that this one answers. */
  readonly reference?: MessageReference;
  /** The flags that the sandbox keeps. */
  readonly flags: number;
  /** Name and picture that a message through the webhook has instead of the webhook's. */
  readonly username?: string;
  readonly avatarUrl?: string;
  readonly nonce?: string | number;
  /** Answers a second message with the same nonce with the first one. */
  readonly enforcesNonce: boolean;
}

const maxContentLength = 2000;
const maxUsernameLength = 80;
const maxNonceLength = 25;
const maxThreadNameLength = 100;
const maxTags = 5;
/** Fields that make a message something else than text with files and embeds. */
const notSimulated = ['components', 'sticker_ids'];
/** @see https://discord.com/developers/docs/resources/message#message-object-message-flags */
export const messageFlags = { withoutEmbeds: 1 << 2, silent: 1 << 12 } as const;
const keptFlags = messageFlags.withoutEmbeds | messageFlags.silent;
const { maxFiles: maxItems, maxAltText: maxDescriptionLength, documents } = mediaLimits;
const maxEmbedLength = 6000;
const [maxQuestionLength, maxAnswerLength, maxPollHours] = [300, 55, 768];

/**
 * Reads JSON, or a form of `files[n]` in any order with the JSON in `payload_json`.
 *
 * @see https://discord.com/developers/docs/reference#uploading-files
 */
export async function readMessageRequest(call: Call): Promise<MessageRequest> {
  const form = await readForm(call);
  if (!form) return refuse(failure(400, 50109, 'The request body contains invalid JSON.'));
  const body = readPayload(form.fields);
  for (const name of notSimulated) if (isGiven(body[name])) refuseByName(name);
  const content = readText(body, 'content') ?? '';
  // Counted in code points: the network does not document what it counts as a character.
  requireLength('content', [...content].length, maxContentLength);
  const embeds = readList(body, 'embeds');
  const attachments = readAttachments(readList(body, 'attachments'), form.files);
  const poll = isGiven(body['poll']) ? readPoll(body['poll']) : undefined;
  const isEmpty = content.trim() === '' && embeds.length === 0 && attachments.length === 0 && !poll;
  if (isEmpty) refuse(emptyMessage());
  requireLength('embeds', embeds.map((embed) => JSON.stringify(embed)).join('').length, maxEmbedLength);
  return {
    ...{ content, embeds, attachments, ...readAuthor(body), ...readNonce(body), ...readReference(body) },
    ...(poll && { poll }),
    flags: readFlags(body),
    ...readNewThread(body),
    allowedMentions: readAllowed(body),
  };
}

function readNewThread(body: Fields): Pick<MessageRequest, 'threadName' | 'tagIds'> {
  const threadName = readText(body, 'thread_name');
  requireLength('thread_name', threadName?.length ?? 0, maxThreadNameLength);
  const tagIds: unknown = body['applied_tags'] ?? [];
  if (!Array.isArray(tagIds)) {
    return refuse(invalidForm('applied_tags', 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType.'));
  }
  requireLength('applied_tags', tagIds.length, maxTags);
  return { ...(threadName !== undefined && { threadName }), tagIds: tagIds.map(String) };
}

function readAuthor(body: Fields): Pick<MessageRequest, 'username' | 'avatarUrl'> {
  const username = readText(body, 'username');
  const avatarUrl = readText(body, 'avatar_url');
  requireLength('username', username?.length ?? 0, maxUsernameLength);
  if (avatarUrl !== undefined && !/^https?:\/\//.test(avatarUrl)) {
    const sentence = `Scheme "${avatarUrl.split(':', 1)[0]}" is not supported. Scheme must be one of ('http', 'https').`;
    refuse(invalidForm('avatar_url', 'URL_TYPE_INVALID_SCHEME', sentence));
  }
  return { ...(username !== undefined && { username }), ...(avatarUrl !== undefined && { avatarUrl }) };
}

/** @see https://discord.com/developers/docs/resources/poll#poll-create-request-object */
function readPoll(poll: unknown): PollRequest {
  if (!isRecord(poll)) return refuse(notDictionary('poll'));
  const { question, answers, duration = 24, allow_multiselect: isMultiple = false } = poll;
  if (!Array.isArray(answers) || answers.length === 0) {
    return refuse(invalidForm('poll', 'BASE_TYPE_REQUIRED', 'This field is required'));
  }
  requireLength('poll', answers.length, maxItems);
  const hours = typeof duration === 'number' && Number.isInteger(duration) ? duration : 0;
  if (hours < 1 || hours > maxPollHours) {
    refuse(invalidForm('poll', 'NUMBER_TYPE_MAX', `int value should be between 1 and ${maxPollHours}.`));
  }
  return {
    question: readPollText(question, maxQuestionLength),
    options: answers.map((answer: unknown) =>
      readPollText(isRecord(answer) ? answer['poll_media'] : undefined, maxAnswerLength),
    ),
    ...{ hours, isMultiple: isMultiple === true },
  };
}

function readPollText(media: unknown, max: number): string {
  if (!isRecord(media)) return refuse(notDictionary('poll'));
  if (isGiven(media['emoji'])) refuseByName('poll.answers.poll_media.emoji');
  const value = readText(media, 'text')?.trim() ?? '';
  if (value === '') refuse(invalidForm('poll', 'BASE_TYPE_REQUIRED', 'This field is required'));
  requireLength('poll', [...value].length, max);
  return value;
}

/** @see https://discord.com/developers/docs/resources/message#message-reference-structure */
function readReference({ message_reference: reference }: Fields): Pick<MessageRequest, 'reference'> {
  if (!isGiven(reference)) return {};
  if (!isRecord(reference)) return refuse(notDictionary('message_reference'));
  const { type = 0, message_id: id, channel_id: channel, fail_if_not_exists: mustExist } = reference;
  if (type !== 0) refuseByName('message_reference.type');
  const channelId = isGiven(channel) ? { channelId: String(channel) } : {};
  return { reference: { messageId: String(id), ...channelId, mustExist: mustExist !== false } };
}

function notDictionary(field: string): Reply {
  return invalidForm(field, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType');
}

function readFlags({ flags }: Fields): number {
  const value = typeof flags === 'number' ? flags : 0;
  if ((value & ~keptFlags) !== 0) refuseByName('flags');
  return value;
}

/** Clients also send fields that they do not use, as empty values. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function refuseByName(field: string): never {
  return refuse(invalidForm(field, 'SANDBOX_NOT_SIMULATED', `The sandbox does not simulate ${field}.`));
}

function readNonce(body: Fields): Pick<MessageRequest, 'nonce' | 'enforcesNonce'> {
  const nonce = body['nonce'] ?? undefined;
  const enforcesNonce = body['enforce_nonce'] === true;
  if (nonce === undefined) return { enforcesNonce };
  if (typeof nonce !== 'string' && typeof nonce !== 'number') {
    return refuse(invalidForm('nonce', 'NONCE_TYPE_INVALID', 'Nonce must be a string or an integer.'));
  }
  requireLength('nonce', String(nonce).length, maxNonceLength);
  return { nonce, enforcesNonce };
}

/** Reads a text that is not empty. */
function readText(body: Fields, name: string): string | undefined {
  const value = body[name] ?? '';
  if (typeof value !== 'string')
    return refuse(invalidForm(name, 'STRING_TYPE_CONVERT', 'Could not interpret as string.'));
  return value === '' ? undefined : value;
}

function readPayload(fields: Fields): Fields {
  const payload = fields['payload_json'];
  if (typeof payload !== 'string') return fields;
  try {
    const parsed = parseExactly(payload);
    if (isRecord(parsed)) return parsed;
  } catch {
    // Answered below, like any other invalid JSON.
  }
  return refuse(failure(400, 50109, 'The request body contains invalid JSON.'));
}

function readList(body: Fields, name: string): Fields[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value) || !value.every(isRecord)) {
    return refuse(invalidForm(name, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType.'));
  }
  requireLength(name, value.length, maxItems);
  return value;
}

function readAttachments(described: readonly Fields[], files: Readonly<Record<string, FormFile>>): Attachment[] {
  const names = Object.keys(files).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  requireLength('attachments', names.length, maxItems);
  for (const { id } of described) {
    if (!files[`files[${String(id)}]`])
      refuse(invalidForm('attachments', 'ATTACHMENT_NOT_FOUND', 'Attachment data not found.'));
  }
  return names.flatMap((name) => {
    const file = files[name];
    if (!file) return [];
    if (file.blob.bytes > documents.maxBytes) refuse(tooLarge());
    const about = described.find(({ id }) => name === `files[${String(id)}]`);
    const description = about?.['description'];
    if (typeof description !== 'string') return [file];
    requireLength('description', description.length, maxDescriptionLength);
    return [{ ...file, description }];
  });
}

function requireLength(field: string, length: number, max: number): void {
  if (length > max) refuse(invalidForm(field, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`));
}
