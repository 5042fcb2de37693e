import { measureText, pollQuestion } from '@social/rules';
import type { OutgoingPost, PlatformDriver } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { invalid } from '../../meanings.ts';
import { requireMedia } from '../../media-bytes.ts';
import { PlatformError } from '../../platform-error.ts';
import { fileParts, repeatCutUpload } from '../files.ts';
import { callWebhook, DISCORD_ID, type DiscordApi } from './api.ts';
import { postIdOf, requirePostId } from './post-id.ts';
import { escapeText, type MessageSettings, readSettings, settingMembers } from './settings.ts';

/**
 * Publishes a post as one message, and a comment as a further one: webhooks cannot reply. `wait` makes the network answer with the message, whose id is needed.
 * @see https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function createDiscordPublish(api: DiscordApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const isQuestion = post.poll !== undefined && post.poll.question === undefined;
    const settings = settingsOf(post);
    const content = isQuestion ? '' : contentOf(post.text, settings);
    requireMedia({ platform: 'chatbot', network: 'discord' }, post.media);
    const webhook = { id: account.accountId, token: account.accessToken };
    const json = {
      ...(content !== '' && { content }),
      ...pollOf(post),
      allowed_mentions: { parse: settings.mentions },
      ...attachmentsOf(post),
      ...settingMembers(settings),
    };
    const path = settings.threadId === null ? '?wait=true' : `?wait=true&thread_id=${settings.threadId}`;
    const answer = await repeatCutUpload(() => {
      const files = fileParts(post.media, { nameOf: (index) => `files[${index}]`, call });
      const request = { method: 'POST', path, json, files, effect: 'change' } as const;
      return callWebhook(api, request, { webhook, call });
    }, call);
    const id = asId(answer.body?.['id'], DISCORD_ID);
    const channelId = asId(answer.body?.['channel_id'], DISCORD_ID);
    if (id === null || channelId === null) throw answer.broken();
    const isInThread = settings.threadId !== null || settings.threadName !== null;
    const platformPostId = postIdOf({ threadId: isInThread ? channelId : null, messageId: id });
    return { platformPostId, url: `${api.oauthUrl}/channels/${account.accountUrn ?? '@me'}/${channelId}/${id}` };
  };
}

/** A comment stands in the thread of its post, also in one that the post began. */
function settingsOf(post: OutgoingPost): MessageSettings {
  const settings = readSettings(post);
  if (post.replyTo === undefined) return settings;
  const { threadId } = requirePostId(post.replyTo);
  return { ...settings, threadId: threadId ?? settings.threadId, threadName: null, tagIds: [] };
}

function contentOf(text: string, settings: MessageSettings): string {
  // Counted in UTF-16 units, the stricter of what the network's "characters" may mean.
  const { count, max, over } = measureText('chatbot', text, { network: 'discord' });
  if (over === 0) return escapeText(text, settings);
  const needed = `this text needs ${count} (signs of formatting such as * and _ count 2)`;
  const message = `Discord takes at most ${max} characters, and ${needed}; shorten it for chatbot`;
  throw new PlatformError('chatbot', invalid(message));
}

/** A question without one of its own is the text, which is not shown twice. @see https://discord.com/developers/docs/resources/poll#poll-create-request-object */
function pollOf({ poll, text }: OutgoingPost): { readonly poll?: object } {
  if (!poll) return {};
  return {
    poll: {
      question: { text: pollQuestion({ poll, text }) },
      answers: poll.options.map((option) => ({ poll_media: { text: option } })),
      duration: poll.minutes / 60,
      allow_multiselect: poll.multiple === true,
      layout_type: 1,
    },
  };
}

function attachmentsOf({ media }: OutgoingPost): { readonly attachments?: readonly object[] } {
  if (media.length === 0) return {};
  return {
    attachments: media.map(({ fileName, alt }, index) => ({
      id: String(index),
      filename: fileName,
      ...(alt !== '' && { description: alt }),
    })),
  };
}
