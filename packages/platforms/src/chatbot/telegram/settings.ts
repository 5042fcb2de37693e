import type { OutgoingPost } from '../../driver.ts';

/** Every forum's first topic, to which messages without a topic go. The network knows no such thread. */
const GENERAL_TOPIC = 1;

/** Returns the topic that takes the post; null without one, and for the general topic of a forum. */
export function topicOf({ settings: { topic } }: Pick<OutgoingPost, 'settings'>): number | null {
  return typeof topic === 'number' && topic !== GENERAL_TOPIC ? topic : null;
}

/** Returns the parameters that every method for sending takes. @see https://core.telegram.org/bots/api#sendmessage */
export function sendingParams(post: Pick<OutgoingPost, 'settings'>): Readonly<Record<string, number | boolean>> {
  const topic = topicOf(post);
  return {
    ...(topic !== null && { message_thread_id: topic }),
    ...(post.settings['silent'] === true && { disable_notification: true }),
    ...(post.settings['protected'] === true && { protect_content: true }),
  };
}

/** Returns the parameter of a text without a card of its first link: only texts have one. @see https://core.telegram.org/bots/api#linkpreviewoptions */
export function previewParams({ settings }: Pick<OutgoingPost, 'settings'>): Readonly<Record<string, string>> {
  return settings['linkPreview'] === false ? { link_preview_options: JSON.stringify({ is_disabled: true }) } : {};
}
