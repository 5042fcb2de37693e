import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { findPostId } from '@social/post-input';
import { oneLine, ReportedError } from '@social/post-input/report';
import { isTarget, POST_OUTCOMES, POST_STATUSES } from '@social/types';
import * as z from 'zod';
import type { Calls, ToolCall } from '../calls.ts';
import { describePost } from '../post-text.ts';
import { TARGET } from './targets.ts';

const READS = { readOnlyHint: true, openWorldHint: false };

/** The argument `id` of the tools that name a post. */
export const POST_ID = z.string().min(8).max(36).describe('The id of the post, or its first 8 characters and more');

/**
 * The whole id of a post.
 * @throws {ReportedError} as `findPostId`, with a hint that names a tool instead of a command
 */
export async function findId({ client, signal }: ToolCall, given: string): Promise<string> {
  try {
    return await findPostId(client, given, signal);
  } catch (error) {
    if (!(error instanceof ReportedError)) throw error;
    throw new ReportedError({ ...error.report, hints: ['list_posts shows the ids.'] });
  }
}

const FILTER = z.strictObject({
  limit: z.int().min(1).max(100).default(20).describe('How many at most'),
  cursor: z.string().optional().describe('nextCursor of the page before, with the same filters'),
  status: z.enum(POST_STATUSES).optional(),
  outcome: z
    .array(z.enum(POST_OUTCOMES))
    .optional()
    .describe('Only posts with one of these outcomes; partial: on some platforms; unknown: a person has to look'),
  result: z.enum(['failed', 'unknown', 'attention']).optional().describe('Former name of outcome'),
  platform: TARGET.optional().describe('Only posts for this platform, or for one of its accounts (mastodon:news)'),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only posts with all of these words: in a text, a label, an account, an error or an id'),
  label: z.string().min(1).max(50).optional().describe('Only posts with this label'),
  profile: z.string().optional().describe('Only posts of the profile with this slug'),
});

/** The tool `list_posts`. */
export function registerListPosts(server: McpServer, calls: Calls): void {
  const config = {
    title: 'List posts',
    description: 'Lists posts, newest first, with the result on each platform; with q, those that have these words.',
    inputSchema: FILTER,
    annotations: READS,
  };
  server.registerTool('list_posts', config, (filter, extra) =>
    calls.answer(extra, async ({ client, signal }) => {
      const { platform, ...others } = filter;
      const only = platform !== undefined && isTarget(platform) ? { platform } : {};
      const page = await client.posts.listPosts({ ...others, ...only }, { signal });
      const lines = page.posts.map(
        ({ id, outcome, platforms, scheduledFor, createdAt, text }) =>
          `${id} ${outcome} ${scheduledFor ?? createdAt} ${platforms.join(',')}: ${oneLine(text).slice(0, 80)}`,
      );
      const more = page.nextCursor ? [`More: cursor ${page.nextCursor}`] : [];
      return { data: page, text: [...(lines.length > 0 ? lines : ['No such posts']), ...more].join('\n') };
    }),
  );
}

/** The tool `get_post`. */
export function registerGetPost(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Look at a post',
    description: 'Shows the result of a post on each platform, with addresses, errors and what to do next.',
    inputSchema: z.strictObject({ id: POST_ID }),
    annotations: READS,
  };
  server.registerTool('get_post', config, (given, extra) =>
    calls.answer(extra, async (call) => {
      const id = await findId(call, given.id);
      const { client, signal } = call;
      const post = await client.posts.getPost({ id }, { signal });
      return { data: post, text: `${post.text}\n\n${describePost(post)}` };
    }),
  );
}
