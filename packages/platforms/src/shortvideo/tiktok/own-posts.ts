import type { OwnPosts } from '../../driver.ts';
import { pageBelow } from '../../http/page-address.ts';
import type { TiktokApi } from './api.ts';
import { VIDEO_ID } from './counters.ts';

const SITE = 'https://www.tiktok.com';

/** Names posts. Reading them needs a permission that most apps lack, and no program can delete them. */
export function tiktokOwnPosts({ oauthUrl }: TiktokApi): OwnPosts {
  return {
    form: `its address, such as ${SITE}/@ada/video/7334567890123456789, or the number in it`,
    findId(text) {
      const page = pageBelow(text, oauthUrl, SITE);
      const [account = '', kind = '', number = ''] = page?.parts ?? [];
      const isPost = account.startsWith('@') && (kind === 'video' || kind === 'photo');
      const id = page ? (isPost ? number : '') : text;
      return VIDEO_ID.test(id) ? id : null;
    },
  };
}
