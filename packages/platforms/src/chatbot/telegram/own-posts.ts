import type { OwnPosts } from '../../driver.ts';
import { pageBelow } from '../../http/page-address.ts';
import { POST_ID } from './actions.ts';
import type { TelegramApi } from './api.ts';
import { LONG_ID_PREFIX } from './chats.ts';

const SITE = 'https://t.me';

/** Names messages of one chat. Bots cannot read what they have posted. */
export function telegramOwnPosts({ oauthUrl }: TelegramApi): OwnPosts {
  return {
    form: "its address in the connected chat, such as https://t.me/adanews/12, or the message's number",
    findId(text, { accountId, username }) {
      const page = pageBelow(text, oauthUrl, SITE);
      if (!page) return POST_ID.test(text) ? text : null;
      const [first = '', second = ''] = page.parts;
      const isPrivate = first === 'c';
      const isOwn = isPrivate
        ? `${LONG_ID_PREFIX}${second}` === accountId
        : first.toLowerCase() === username?.toLowerCase();
      const [number = '', ...further] = page.parts.slice(isPrivate ? 2 : 1).reverse();
      // Before the message's number stands at most that of its topic.
      return isOwn && further.length <= 1 && POST_ID.test(number) ? number : null;
    },
  };
}
