import type { OwnPosts } from '../../driver.ts';
import { pageBelow, partAfter } from '../../http/page-address.ts';
import { type LinkedinApi, POST_URN } from './api.ts';
import { commentUrn, readCommentUrn } from './comment-urn.ts';

const SITE = 'https://www.linkedin.com';
/** The id in an address that has the title of the post. The title before it may hold the same words. */
const NAMED = /-(share|ugcPost)-(\d{1,30})(?![^-])/g;

/** Names posts, and comments on them. An activity has another number than its post, so its URN is no id. Personal tokens cannot read posts back. */
export function linkedinOwnPosts({ oauthUrl }: LinkedinApi): OwnPosts {
  return {
    form: 'its URN, such as urn:li:share:7141138937766391808, or an address that contains the URN; for a comment, its link',
    findId(text) {
      const page = pageBelow(text, oauthUrl, SITE);
      const comment = readCommentUrn(page?.query.get('commentUrn') ?? text);
      if (comment) return commentUrn(comment);
      const [, kind, number] = [...(page ? partAfter(page, 'posts') : '').matchAll(NAMED)].at(-1) ?? [];
      const urn = kind ? `urn:li:${kind}:${number}` : page ? partAfter(page, 'update') : text;
      return POST_URN.test(urn) ? urn : null;
    },
    isComment: (urn) => readCommentUrn(urn) !== null,
  };
}
