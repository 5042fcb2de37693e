import { pollQuestion, shorten } from '@social/rules';
import type { OutgoingPost, PublishSession } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { linkForCard, readCard } from '../../link-card.ts';
import { requireMedia } from '../../media-bytes.ts';
import { orElse } from '../../platform-error.ts';
import type { LinkedinApi } from './api.ts';
import { documentTitle, uploadDocument } from './document.ts';
import { uploadImage } from './files.ts';
import { titleOf } from './settings.ts';
import { uploadVideo } from './video.ts';

/** UTF-16 units of an article's texts. */
const MAX_TITLE = 399;
const MAX_DESCRIPTION = 4085;
/** Names of the times that a poll can last, by minutes. */
const DURATIONS: Readonly<Record<number, string>> = {
  1440: 'ONE_DAY',
  4320: 'THREE_DAYS',
  10080: 'SEVEN_DAYS',
  20160: 'FOURTEEN_DAYS',
};

/** The `content` of a create call, null for a text alone, and a sentence for the user where a link has no card. */
export interface PostContent {
  readonly content: JsonObject | null;
  readonly note: string | null;
}

/**
 * Uploads the files of a post, or reads the card of its link, and returns what a create call names.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api
 */
export async function contentOf(api: LinkedinApi, post: OutgoingPost, session: PublishSession): Promise<PostContent> {
  requireMedia({ platform: 'profnet', network: 'linkedin' }, post.media);
  if (post.poll) return { content: { poll: pollOf(post.poll, post.text) }, note: null };
  const [first] = post.media;
  if (!first) return articleOf(api, post, session);
  if (first.kind === 'video') {
    const { title } = titleOf(post);
    const id = await uploadVideo(api, first, session);
    return { content: { media: { id, ...(title !== undefined && { title }) } }, note: null };
  }
  if (first.kind === 'document') {
    const { title = documentTitle(first, post) } = titleOf(post);
    return { content: { media: { id: await uploadDocument(api, first, session), title } }, note: null };
  }
  const images: { id: string; altText: string }[] = [];
  for (const image of post.media) images.push({ id: await uploadImage(api, image, session), altText: image.alt });
  const [only] = images;
  return { content: images.length === 1 && only ? { media: only } : { multiImage: { images } }, note: null };
}

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/poll-post-api */
function pollOf(poll: NonNullable<OutgoingPost['poll']>, text: string): JsonObject {
  const duration = DURATIONS[poll.minutes];
  if (duration === undefined) throw new Error(`LinkedIn has no polls of ${poll.minutes} minutes`);
  return {
    question: pollQuestion({ poll, text }),
    options: poll.options.map((option) => ({ text: option })),
    settings: {
      duration,
      voteSelectionType: 'SINGLE_VOTE',
      isVoterVisibleToAuthor: true,
    },
  };
}

/** LinkedIn reads no pages: the card of a link is an article of the caller's own words. */
async function articleOf(api: LinkedinApi, post: OutgoingPost, session: PublishSession): Promise<PostContent> {
  const { card, note } = await readCard(linkForCard({ text: post.text, hasMedia: false }), session.call);
  if (!card) return { content: null, note };
  const { url: source, picture } = card;
  // A card is shown without its picture, too, whatever the trouble with it.
  const thumbnail = picture && (await uploadImage(api, picture, session).catch(orElse(null)));
  const description = shorten(card.description, MAX_DESCRIPTION);
  const article = {
    source,
    title: shorten(card.title, MAX_TITLE),
    ...(description !== '' && { description }),
    ...(thumbnail && { thumbnail }),
  };
  return { content: { article }, note };
}
