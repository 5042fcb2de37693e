import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { PLATFORMS } from '@social/types';
import { createCalls, type ToolSession } from './calls.ts';
import { registerCancelPost, registerReschedulePost, registerRetryPost } from './tools/change-post.ts';
import { registerDryRun, registerPublishPost } from './tools/publish-post.ts';
import { registerGetPost, registerListPosts } from './tools/read-posts.ts';
import { registerConnectionStatus, registerUsage } from './tools/workspace.ts';

const READING = [registerDryRun, registerListPosts, registerGetPost, registerConnectionStatus, registerUsage];
const WRITING = [registerPublishPost, registerCancelPost, registerReschedulePost, registerRetryPost];

const ABOUT = `Publishes posts to several social networks. Call dry_run first: it checks everything, shows the cost and sends
nothing. A platform whose state is "unknown" may have been published: never send it again, a person has to look.`;

/** The tools as a server of the protocol. */
export interface ToolServer {
  connect(transport: Transport): Promise<void>;
  /** Resolves when every call so far is answered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a server with the tools for one caller.
 * @param options.mayWrite also offers the tools that publish, cancel, reschedule and retry
 * @param options.whyReadOnly tells an agent that may not write how a person can allow it
 * @param options.open opens the session when a tool is called
 */
export function createToolServer({
  version,
  mayWrite,
  whyReadOnly,
  open,
}: {
  readonly version: string;
  readonly mayWrite: boolean;
  readonly whyReadOnly: string;
  readonly open: () => Promise<ToolSession>;
}): ToolServer {
  const instructions = mayWrite ? ABOUT : `${ABOUT}\n${whyReadOnly}`;
  const server = new McpServer({ name: 'social', version }, { instructions });
  const calls = createCalls(open);
  for (const register of mayWrite ? [...READING, ...WRITING] : READING) register(server, calls);
  registerPlatforms(server);
  return {
    connect: (transport) => server.connect(transport),
    settled: () => calls.settled(),
    close: () => server.close(),
  };
}

/** The resource `social://platforms`. */
function registerPlatforms(server: McpServer): void {
  const uri = 'social://platforms';
  const mimeType = 'application/json';
  const about = { title: 'Platforms', description: 'What each platform takes and what it costs in credits', mimeType };
  server.registerResource('platforms', uri, about, () => ({
    contents: [{ uri, mimeType, text: JSON.stringify(PLATFORMS) }],
  }));
}
