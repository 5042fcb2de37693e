import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { PLATFORM_IDS, type PlatformFacts, type PlatformId, platformFacts } from '@social/types';
import { createCalls, type ToolSession } from './calls.ts';
import { registerCancelPost, registerReschedulePost, registerRetryPost } from './tools/change-post.ts';
import { registerDraftPost, registerDryRun, registerPublishPost } from './tools/publish-post.ts';
import { registerGetCounters } from './tools/read-counters.ts';
import { registerGetPost, registerListPosts } from './tools/read-posts.ts';
import { registerConnectionStatus, registerUsage } from './tools/workspace.ts';

const READING = [
  ...[registerDryRun, registerListPosts, registerGetPost, registerGetCounters],
  ...[registerConnectionStatus, registerUsage],
];
const WRITING = [registerPublishPost, registerCancelPost, registerReschedulePost, registerRetryPost];

const ABOUT = `Publishes posts to several social networks. Call dry_run first: it checks everything, shows the cost and sends
nothing. A platform whose state is "unknown" may have been published: never send it again, a person has to look.`;

const DRAFTS_ONLY = 'publish_post stores a draft, which a person approves: give that person the address in the answer.';

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
 * @param options.mayDraft offers a caller that may not write a `publish_post` that only stores drafts
 * @param options.whyReadOnly tells an agent that may not write how a person can allow it
 * @param options.open opens the session when a tool is called
 */
export function createToolServer({
  version,
  mayWrite,
  mayDraft = false,
  whyReadOnly,
  open,
}: {
  readonly version: string;
  readonly mayWrite: boolean;
  readonly mayDraft?: boolean;
  readonly whyReadOnly: string;
  readonly open: () => Promise<ToolSession>;
}): ToolServer {
  const limits = mayDraft ? DRAFTS_ONLY : whyReadOnly;
  const instructions = mayWrite ? ABOUT : `${ABOUT}\n${limits}`;
  const server = new McpServer({ name: 'social', version }, { instructions });
  const calls = createCalls(open);
  const writing = mayWrite ? WRITING : mayDraft ? [registerDraftPost] : [];
  for (const register of [...READING, ...writing]) register(server, calls);
  registerPlatforms(server);
  return {
    connect: (transport) => server.connect(transport),
    settled: () => calls.settled(),
    close: () => server.close(),
  };
}

/** What `social://platforms` tells of a platform: nothing of how it looks. */
const TOLD = ['label', 'networks', 'paidPlan', 'replies', 'text', 'signIn', 'mediaUrls', 'costs'] as const;

function takesAndCosts(platform: PlatformId): Partial<PlatformFacts> {
  const facts = platformFacts(platform);
  return Object.fromEntries(TOLD.map((name) => [name, facts[name]]));
}

/** The resource `social://platforms`. */
function registerPlatforms(server: McpServer): void {
  const uri = 'social://platforms';
  const mimeType = 'application/json';
  const about = { title: 'Platforms', description: 'What each platform takes and what it costs in credits', mimeType };
  server.registerResource('platforms', uri, about, () => ({
    contents: [
      { uri, mimeType, text: JSON.stringify(Object.fromEntries(PLATFORM_IDS.map((id) => [id, takesAndCosts(id)]))) },
    ],
  }));
}
