import type { OwnPosts } from '../driver.ts';
import { pageBelow, partAfter } from '../http/page-address.ts';
import { NOTE_ID, type QuillpondApi } from './api.ts';

/** Names notes by their addresses. */
export function quillpondOwnPosts({ oauthUrl }: QuillpondApi): OwnPosts {
  return {
    form: 'its address, such as https://quillpond.example/notes/81, or the number in it',
    findId(text) {
      const page = pageBelow(text, oauthUrl, 'https://quillpond.example');
      const id = page ? partAfter(page, 'notes') : text;
      return NOTE_ID.test(id) ? id : null;
    },
  };
}
