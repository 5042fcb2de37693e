import type { FaultKind, NetworkId } from '@social/sandbox';
import { type ApiAnswer, type Stack, uniqueText, type Workspace } from '@social/testkit';
import { expect } from 'vitest';

export const takeBack = ({ api }: Workspace, id: string, body?: object, headers: Record<string, string> = {}) =>
  api('POST', `/api/v1/posts/${id}/unpublish`, { ...(body && { body }), headers });

/** Calls that tests of taking back make on a stack. */
export function takingBack(stack: Stack) {
  const fault = (kind: FaultKind, more: object = {}) =>
    stack.sandbox.fault({ network: 'linkedin', operation: 'delete', kind, ...more });

  async function published(
    platforms: string[],
    body: object = {},
  ): Promise<{ workspace: Workspace; post: ApiAnswer['body'] }> {
    const workspace = await stack.createWorkspace({ connect: platforms });
    const post = (await workspace.publish({ text: uniqueText('Too early'), platforms, ...body })).body;
    expect(post.outcome).toBe('published');
    return { workspace, post };
  }

  /** Returns whether readers of a network see texts. */
  async function seen(network: NetworkId, ...texts: string[]): Promise<boolean[]> {
    const posts = await stack.sandbox.posts(network);
    return texts.map((text) => posts.some((post) => post.text === text && !post.deletedAt));
  }

  return { fault, published, seen };
}
