import { measureText, pollQuestion } from '@social/rules';
import type { OutgoingMedia, OutgoingPost, PlatformDriver, Published, PublishSession } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { invalid } from '../../meanings.ts';
import { requireMedia } from '../../media-bytes.ts';
import { PlatformError } from '../../platform-error.ts';
import { fileParts, repeatCutUpload } from '../files.ts';
import { callTelegram, type TelegramAnswer, type TelegramApi, type TelegramRequest } from './api.ts';
import { messageUrl, readChat } from './chats.ts';
import { kindOf } from './media.ts';
import { previewParams, sendingParams, topicOf } from './settings.ts';

const MESSAGE_ID = /^\d{1,16}$/;
const NO_ADDRESS = 'Messages of this chat have no public address.';

/**
 * Publishes a post as one message, or as one album of several. Text is sent literally, without a parse mode.
 * @see https://core.telegram.org/bots/api#sendmessage
 */
export function createTelegramPublish(api: TelegramApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    requireMedia({ platform: 'chatbot', network: 'telegram' }, post.media);
    checkCaption(post);
    const answer = await repeatCutUpload(() => {
      const request = { ...messageOf(post, { account, call }), effect: 'change' } as const;
      return callTelegram(api, request, { token: account.accessToken, call });
    }, call);
    return readPublished(api, answer, post);
  };
}

/** Refuses a text that needs a second message: half of the post could get lost. */
function checkCaption({ text, media }: OutgoingPost): void {
  const { count, max, over } = measureText('chatbot', text, { network: 'telegram', besideMedia: true });
  if (media.length === 0 || over === 0) return;
  const limit = `Telegram shows at most ${max} characters beside images and videos`;
  const message = `${limit}, and this text has ${count}; shorten it for chatbot, or leave out the files`;
  throw new PlatformError('chatbot', invalid(message));
}

function messageOf(
  post: OutgoingPost,
  { account: { accountId }, call }: PublishSession,
): Omit<TelegramRequest, 'effect'> {
  const { text, media, poll } = post;
  const place = { chat_id: accountId, ...sendingParams(post) };
  if (poll) return { method: 'sendPoll', params: { ...place, ...pollParams(poll, text) } };
  const [first, ...others] = media;
  if (!first) return { method: 'sendMessage', params: { ...place, text, ...previewParams(post) } };
  const caption = text === '' ? {} : { caption: text };
  if (others.length === 0) {
    const kind = kindOf(first);
    const method = { photo: 'sendPhoto', video: 'sendVideo', document: 'sendDocument' }[kind];
    const params = { ...place, ...caption, ...aboutVideo(first) };
    return { method, params, files: fileParts(media, { nameOf: () => kind, call }) };
  }
  const nameOf = (index: number): string => `file${index}`;
  // The caption of the first file is shown as the album's.
  const album = media.map((file, index) => ({
    type: kindOf(file),
    media: `attach://${nameOf(index)}`,
    ...(index === 0 && caption),
    ...aboutVideo(file),
  }));
  const params = { ...place, media: JSON.stringify(album) };
  return { method: 'sendMediaGroup', params, files: fileParts(media, { nameOf, call }) };
}

/** A question without one of its own is the text; beside one, the text is its description. @see https://core.telegram.org/bots/api#sendpoll */
function pollParams(poll: NonNullable<OutgoingPost['poll']>, text: string): Record<string, string | boolean | number> {
  return {
    question: pollQuestion({ poll, text }),
    ...(poll.question !== undefined && text !== '' && { description: text }),
    options: JSON.stringify(poll.options.map((option) => ({ text: option }))),
    is_anonymous: true,
    allows_multiple_answers: poll.multiple === true,
    open_period: poll.minutes * 60,
  };
}

/** Facts of a video, without which some apps show it in a wrong shape. @see https://core.telegram.org/bots/api#sendvideo */
function aboutVideo({ kind, dimensions, duration }: OutgoingMedia): Record<string, boolean | number> {
  if (kind !== 'video') return {};
  const length = duration === null ? {} : { duration: Math.round(duration) };
  return { supports_streaming: true, ...dimensions, ...length };
}

/** Reads the id of a message; of an album all ids, separated by commas, so that it can be deleted as a whole. */
function readPublished({ oauthUrl }: TelegramApi, answer: TelegramAnswer, post: OutgoingPost): Published {
  const messages = (Array.isArray(answer.result) ? answer.result : [answer.result]).map(asRecord);
  const ids = messages.map((message) => asId(message?.['message_id'], MESSAGE_ID));
  const [firstId] = ids;
  if (!firstId || ids.includes(null)) throw answer.broken();
  const chat = readChat(messages[0]?.['chat']);
  const url = chat && messageUrl(oauthUrl, chat, { id: firstId, topic: topicOf(post) });
  return { platformPostId: ids.join(','), url: url ?? `${oauthUrl}/`, ...(url === null && { note: NO_ADDRESS }) };
}
