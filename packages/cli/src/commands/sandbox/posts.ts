import type { Context } from '../../lib/context.ts';
import { findSandbox, type SandboxOptions } from '../../lib/server/find-sandbox.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';
import { parseNetwork } from './sandbox-words.ts';

interface AcceptedPost {
  readonly network: string;
  readonly account: string;
  readonly text: string;
  readonly media: readonly unknown[];
  readonly createdAt: string;
  readonly deletedAt: string | null;
}

/** `social sandbox posts`: what the networks have accepted, oldest first. */
export async function listAccepted(
  context: Context,
  { network, ...at }: SandboxOptions & { readonly network?: string },
): Promise<void> {
  const filter = network === undefined ? '' : `?network=${parseNetwork(network)}`;
  const sandbox = await findSandbox(context, at);
  const answer = await sandbox.call<{ posts: readonly AcceptedPost[] }>('GET', `posts${filter}`);
  await context.output.data(answer, ({ layout, columns }) => {
    if (answer.posts.length === 0) return 'Nothing has been published there';
    const rows = answer.posts.map((post) => [
      oneLine(post.network),
      oneLine(post.account),
      localTime(post.createdAt),
      [
        ...(post.deletedAt === null ? [] : ['deleted']),
        ...(post.media.length === 0 ? [] : [countOf(post.media.length, 'file')]),
      ].join(', '),
      oneLine(post.text),
    ]);
    return layout.table(['NETWORK', 'ACCOUNT', 'WHEN', '', 'TEXT'], rows, columns);
  });
}
