import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Context } from '../../lib/context.ts';
import { Interrupted } from '../../lib/errors.ts';
import type { Io } from '../../lib/io.ts';
import { VERSION } from '../../lib/version.ts';
import { createCalls } from './calls.ts';
import { registerCancelPost, registerReschedulePost, registerRetryPost } from './change-post.ts';
import { registerPlatforms } from './platforms.ts';
import { registerDryRun, registerPublishPost } from './publish-post.ts';
import { registerGetPost, registerListPosts } from './read-posts.ts';
import { registerConnectionStatus, registerUsage } from './workspace.ts';

const READING = [registerDryRun, registerListPosts, registerGetPost, registerConnectionStatus, registerUsage];
const WRITING = [registerPublishPost, registerCancelPost, registerReschedulePost, registerRetryPost];

const ABOUT = `Publishes posts to several social networks. Ask dry_run first: it checks everything, tells the cost and sends
nothing. A platform whose state is "unknown" may have been published: never send it again, a person looks.`;
const READ_ONLY =
  'No tool here changes anything; a person starts the command with --allow-writes where publishing is wanted.';

/** `social mcp`: answers until stdin ends, then finishes what it was asked before. */
export async function serveTools(context: Context, options: { readonly allowWrites?: boolean }): Promise<void> {
  const { io } = context;
  const mayWrite = options.allowWrites === true;
  const server = new McpServer(
    { name: 'social', version: VERSION },
    { instructions: mayWrite ? ABOUT : `${ABOUT}\n${READ_ONLY}` },
  );
  const calls = createCalls(context);
  for (const register of mayWrite ? [...READING, ...WRITING] : READING) register(server, calls);
  registerPlatforms(server);
  const stdin = new Readable().wrap(io.stdin);
  await server.connect(new StdioServerTransport(stdin, writableOf(io)));
  await context.output.note(`social mcp ${VERSION}, ${mayWrite ? 'with writes' : 'read-only'}: ready`);
  // Ctrl-C destroys stdin.
  await finished(stdin).catch(() => undefined);
  if (!io.signal.aborted) await calls.settled();
  await server.close();
  if (io.signal.aborted) throw new Interrupted('Interrupted');
}

function writableOf({ stdout }: Io): Writable {
  return new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      stdout.write(text);
      done();
    },
  });
}
