import type { OwnPosts } from '../driver.ts';
import { asDate, asString } from '../http/lossless-json.ts';
import { pageBelow, partAfter } from '../http/page-address.ts';
import type { BlueskyApi } from './api.ts';
import { keyOfOwnPost, POSTS, postAddress, postUrl } from './post/addresses.ts';
import { readRecord } from './post/read-record.ts';

const SITE = 'https://bsky.app';
const KEY = /^[234567a-z]{13}$/;
const AT_ADDRESS = new RegExp(`^at://([^/]+)/${POSTS.replaceAll('.', '\\.')}/([^/]+)$`);

/** Names posts, whose ids contain the account, and reads them at the account's own server. */
export function blueskyOwnPosts(api: BlueskyApi): OwnPosts {
  return {
    form: `its address, such as ${SITE}/profile/ada.bsky.social/post/3l6oveex3ii2l, with the connected account`,
    findId(text, { accountId, username }) {
      const page = pageBelow(text, api.pagesUrl, SITE);
      const [, author = '', key = ''] = AT_ADDRESS.exec(text) ?? [];
      const named = page ? partAfter(page, 'profile') : author;
      const found = page ? partAfter(page, 'post') : KEY.test(text) ? text : key;
      const isOwn = named === accountId || named.toLowerCase() === username?.toLowerCase() || KEY.test(text);
      return isOwn && KEY.test(found) ? postAddress(accountId, found) : null;
    },
    async read(id, account, call) {
      const key = keyOfOwnPost(id, account);
      const record = await readRecord(api, key, { account, call });
      const text = asString(record?.value['text']);
      if (!record || text === null) return null;
      return { id, url: postUrl(api, account.accountId, key), text, createdAt: asDate(record.value['createdAt']) };
    },
  };
}
