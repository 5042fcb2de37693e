import type { PlatformDriver, Session } from '../../driver.ts';
import { authorUrn, callLinkedin, type LinkedinApi, POST_URN, postUrl } from './api.ts';
import { escapeLittleText } from './little-text.ts';
import { uploadImages } from './media.ts';

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api */
export function createLinkedinPublish(api: LinkedinApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const content = await uploadImages(api, post.media, { account, call });
    const urn = await createPost(api, { commentary: post.text, ...(content && { content }) }, { account, call });
    return { platformPostId: urn, url: postUrl(api, urn) };
  };
}

/** Creates a public post, or a reshare, as the member, and returns its URN, which the answer holds in a header only. */
export async function createPost(
  api: LinkedinApi,
  post: {
    readonly commentary: string;
    readonly content?: Readonly<Record<string, unknown>>;
    readonly reshareContext?: { readonly parent: string };
  },
  session: Session,
): Promise<string> {
  const json = {
    author: authorUrn(session.account),
    ...post,
    commentary: escapeLittleText(post.commentary),
    visibility: 'PUBLIC',
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
