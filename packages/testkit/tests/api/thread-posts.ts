import { type ApiAnswer, uniqueText, type Workspace } from '@social/testkit';
import { expect, vi } from 'vitest';

/** A thread of three parts that nobody has published. */
export function newThread() {
  const text = uniqueText('Thread');
  return { text, thread: [`${text} 2/3`, `${text} 3/3`] };
}

/** The states of the parts on the microblog, in their order. */
export function states(post: { platformResults: { microblog: { parts: { state: string }[] } } }): string[] {
  return post.platformResults.microblog.parts.map(({ state }) => state);
}

/** Waits until the parts of a post are in these states. Returns the post. */
export function untilStates(workspace: Workspace, id: string, expected: string[]): Promise<ApiAnswer['body']> {
  return vi.waitFor(async () => {
    const { body } = await workspace.api('GET', `/api/v1/posts/${id}`);
    expect(states(body)).toEqual(expected);
    return body;
  }, 10_000);
}
