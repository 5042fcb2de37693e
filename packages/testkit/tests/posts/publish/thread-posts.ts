import { type ApiAnswer, uniqueText, type Workspace } from '@social/testkit';
import { expect, vi } from 'vitest';

/** Returns a thread of three parts whose texts are unique. */
export function newThread() {
  const text = uniqueText('Thread');
  return { text, thread: [`${text} 2/3`, `${text} 3/3`] };
}

/** Returns the states of the parts on the microblog, in order. */
export function states(post: { platformResults: { microblog: { parts: { state: string }[] } } }): string[] {
  return post.platformResults.microblog.parts.map(({ state }) => state);
}

/** Waits until the parts of a post are in these states. Returns the post. */
export function untilStates(workspace: Workspace, id: string, expected: string[]): Promise<ApiAnswer['body']> {
  return vi.waitFor(async () => {
    const body = await workspace.readPost(id);
    expect(states(body)).toEqual(expected);
    return body;
  }, 10_000);
}
