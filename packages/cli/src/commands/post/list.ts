import type { Output, Schema } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/send.ts';
import type { Style } from '../../lib/style.ts';
import { oneLine } from '../../lib/terminal-text.ts';
import { localTime, timeUntil } from '../../lib/time.ts';
import { shortId } from './result.ts';

type Post = Output<'getPost'>;

/** `social post list`. */
export async function listPosts(
  context: Context,
  options: { readonly limit?: number; readonly cursor?: string; readonly status?: Schema<'PostStatus'> },
): Promise<void> {
  const client = await context.client();
  const { limit, cursor, status } = options;
  const page = await fetchData(context, 'reading …', (call) =>
    client.posts.listPosts({ limit: limit ?? 20, cursor, status }, call),
  );
  await context.output.data(page, ({ layout, columns, ...style }) => {
    if (page.posts.length === 0) return 'No posts yet. Publish one with: social post "Hello" --to profnet';
    const rows = page.posts.map((post) => [
      shortId(post.id ?? ''),
      post.held ? 'held' : post.status,
      post.status === 'scheduled' ? timeUntil(post.scheduledFor ?? '', context.io.now()) : localTime(post.createdAt),
      platformsOf(post, style),
      oneLine(post.text),
    ]);
    const more = page.nextCursor ? `\nMore: social post list --cursor ${oneLine(page.nextCursor)}` : '';
    const held = page.posts.some((post) => post.held)
      ? '\nHeld posts came back with a backup and may be out already. Those that are not are sent after: social-server release'
      : '';
    return layout.table(['POST', 'STATUS', 'WHEN', 'PLATFORMS', 'TEXT'], rows, columns) + more + held;
  });
}

function platformsOf(post: Post, style: Style): string {
  const words = post.platforms.map((platform) => {
    const result = post.platformResults[platform];
    if (!result) return platform;
    const isOpen = ['pending', 'sending', 'unknown'].includes(result.state);
    return `${platform} ${result.ok ? style.ok : isOpen ? style.waiting : style.failed}`;
  });
  return words.join(' ');
}
