import type { ActionCapability } from '../driver.ts';
import { goneIf } from '../platform-error.ts';
import { callQuillpond, checkedId, type QuillpondApi } from './api.ts';

/** Makes the action that deletes a note. */
export function deletePost(api: QuillpondApi): ActionCapability['deletePost'] {
  return async (postId, account, call) => {
    const request = { method: 'DELETE', path: `/v1/notes/${checkedId(postId)}`, effect: 'change' } as const;
    const isGone = goneIf(({ kind }) => kind === 'not-found');
    const answer = await callQuillpond(api, request, { account, call }).catch(isGone);
    if (answer === 'gone') return answer;
    if (answer.status !== 204) throw answer.broken();
    return 'deleted';
  };
}
