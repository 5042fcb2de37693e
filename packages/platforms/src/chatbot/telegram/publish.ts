import { measureText } from '@social/rules';
import type {
  CallContext,
  ConnectedAccount,
  OutgoingPost,
  PlatformDriver,
  PublishContext,
  Published,
} from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { repeatCutUpload } from '../../http/repeat-upload.ts';
import { PlatformError } from '../../platform-error.ts';
import { fileParts } from '../file-parts.ts';
import { callTelegram, type TelegramAnswer, type TelegramApi, type TelegramRequest } from './api.ts';
import { messageUrl, readChat } from './chats.ts';
import { checkFiles, kindOf } from './media.ts';

const MESSAGE_ID = /^\d{1,16}$/;
const NO_ADDRESS = 'messages of this chat have no address of their own';
const NO_DESCRIPTIONS = 'the network has no place for descriptions of images, so they were left out';

/**
 * One post is one message, or one album of several. Text is sent literally, without a parse mode.
 * @see https://core.telegram.org/bots/api#sendmessage
 */
export function createTelegramPublish(api: TelegramApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    checkFiles(post.media);
    checkCaption(post);
    const answer = await repeatCutUpload(() => deliver(api, messageOf(post, account, call), { account, call }), call);
    return readPublished(api, { answer, post });
  };
}

function deliver(
  api: TelegramApi,
  request: Omit<TelegramRequest, 'effect'>,
  { account, call }: { readonly account: ConnectedAccount; readonly call: CallContext },
): Promise<TelegramAnswer> {
  return callTelegram(api, { ...request, effect: 'change' }, { token: account.accessToken, call });
}

/** A longer text would need a second message, and then half a post could be lost. */
function checkCaption({ text, media }: OutgoingPost): void {
  const { count, max, over } = measureText('chatbot', text, { network: 'telegram', besideMedia: true });
  if (media.length === 0 || over === 0) return;
  throw new PlatformError('chatbot', {
    kind: 'rejected',
    code: 'invalid_request',
    message: `the network shows at most ${max} characters beside images and videos, and this text has ${count}; shorten it for chatbot, or leave out the files`,
  });
}

function messageOf(
  { text, media }: OutgoingPost,
  { accountId: chat_id }: ConnectedAccount,
  call: PublishContext,
): Omit<TelegramRequest, 'effect'> {
  const [first, ...others] = media;
  if (!first) return { method: 'sendMessage', params: { chat_id, text } };
  const caption = text === '' ? {} : { caption: text };
  if (others.length === 0) {
    const kind = kindOf(first);
    const method = { photo: 'sendPhoto', video: 'sendVideo', document: 'sendDocument' }[kind];
    const streaming = kind === 'video' ? { supports_streaming: true } : {};
    return {
      method,
      params: { chat_id, ...caption, ...streaming },
      files: fileParts(media, { nameOf: () => kind, call }),
    };
  }
  const nameOf = (index: number): string => `file${index}`;
  // The caption of the first file is shown as the album's.
  const album = media.map((file, index) => ({
    type: kindOf(file),
    media: `attach://${nameOf(index)}`,
    ...(index === 0 && caption),
    ...(file.kind === 'video' && { supports_streaming: true }),
  }));
  return {
    method: 'sendMediaGroup',
    params: { chat_id, media: JSON.stringify(album) },
    files: fileParts(media, { nameOf, call }),
  };
}

/** An album is several messages: all their ids, separated by commas, so that it can be deleted as a whole. */
function readPublished(
  { oauthUrl }: TelegramApi,
  { answer, post }: { readonly answer: TelegramAnswer; readonly post: OutgoingPost },
): Published {
  const messages = (Array.isArray(answer.result) ? answer.result : [answer.result]).map(asRecord);
  const ids = messages.map((message) => asId(message?.['message_id'], MESSAGE_ID));
  const [firstId] = ids;
  if (!firstId || ids.includes(null)) throw answer.broken();
  const chat = readChat(messages[0]?.['chat']);
  const url = chat && messageUrl(oauthUrl, chat, firstId);
  const notes = [
    ...(url === null ? [NO_ADDRESS] : []),
    ...(post.media.some(({ alt }) => alt !== '') ? [NO_DESCRIPTIONS] : []),
  ];
  const note = notes.length === 0 ? {} : { note: notes.join('; ') };
  return { platformPostId: ids.join(','), url: url ?? `${oauthUrl}/`, ...note };
}
