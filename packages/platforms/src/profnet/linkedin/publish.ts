import type { PlatformDriver, Session } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { linkForCard } from '../../link-card.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { sealPublish } from '../../sealed-publish.ts';
import { authorUrn, callLinkedin, type LinkedinApi, POST_URN, postUrl } from './api.ts';
import { publishComment } from './comments.ts';
import { contentOf } from './content.ts';
import { limitsOf, titleOf, type Visibility, visibilityOf } from './settings.ts';
import { escapeLittleText } from './text/little-text.ts';
import { linkedinMentions } from './text/mentions.ts';

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api */
export function createLinkedinPublish(api: LinkedinApi): PlatformDriver['publish'] {
  const mentions = linkedinMentions(api);
  return async (post, account, call) => {
    const { text, replyTo } = post;
    if (replyTo !== undefined) return publishComment(api, { text, replyTo }, { account, call });
    const sealed = sealPublish('profnet', call);
    const visibility = visibilityOf(post, limitsOf(account));
    // Nothing is published while files are sent, or a page is read: an interrupted publish can begin again then.
    const readsPage = !post.poll && linkForCard({ text, hasMedia: false }) !== null;
    const hasMentions = mentions.mentionsIn(text) !== null;
    const takesTime = post.media.length > 0 || readsPage || hasMentions;
    if (takesTime && !call.checkpoint) await sealed.call.saveCheckpoint?.({ step: 'upload' });
    const problem = hasMentions ? await mentions.problem(text, account, sealed.call) : null;
    if (problem !== null) throw new PlatformError('profnet', invalid(problem));
    const { content, note } = await contentOf(api, post, { account, call: sealed.call });
    const sent = { commentary: text, visibility, ...(content && { content }) };
    const create = () => createPost(api, sent, { account, call });
    const urn = await (takesTime ? sealed.sealWhile(create) : create());
    const notes = [note, titleOf(post).note].filter((each) => typeof each === 'string');
    return { platformPostId: urn, url: postUrl(api, urn), ...(notes.length > 0 && { note: notes.join(' ') }) };
  };
}

/** Creates a post, public by default, or a reshare, as the member or a page, and returns its URN, which the answer holds in a header only. */
export async function createPost(
  api: LinkedinApi,
  {
    visibility = 'PUBLIC',
    ...post
  }: {
    readonly commentary: string;
    readonly visibility?: Visibility;
    readonly content?: JsonObject;
    readonly reshareContext?: { readonly parent: string };
  },
  session: Session,
): Promise<string> {
  const json = {
    author: authorUrn(session.account),
    ...post,
    commentary: escapeLittleText(post.commentary),
    visibility,
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
  const request = { method: 'POST', path: '/rest/posts', json, restliMethod: 'CREATE', effect: 'change' } as const;
  const answer = await callLinkedin(api, request, session);
  const urn = answer.headers.get('x-restli-id') ?? answer.headers.get('x-linkedin-id') ?? '';
  if (!POST_URN.test(urn)) throw answer.broken();
  return urn;
}
