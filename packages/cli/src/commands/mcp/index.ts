import type { Command } from 'commander';
import { documented } from '../../lib/help.ts';
import type { Start } from '../start.ts';

/** `social mcp`. */
export function registerMcp(program: Command, start: Start): void {
  const mcp = program
    .command('mcp')
    .description('serve posts, connections and credits to a program that speaks the Model Context Protocol, over stdio')
    .option('--allow-writes', 'offer the tools that publish, cancel, reschedule and retry, too')
    .action(start(async () => (await import('./serve.ts')).serveTools));
  documented(mcp, {
    examples: ['social mcp', 'social mcp --allow-writes --profile acme', 'social mcp --context work'],
    notes: `A client starts the command and talks to it over stdin and stdout; it ends with stdin. Without --allow-writes no tool
changes anything. Tools: dry_run, list_posts, get_post, connection_status and usage; with --allow-writes also
publish_post, cancel_post, reschedule_post and retry_post. The resource social://platforms holds limits and costs.`,
    json: 'messages of the protocol, as it is at modelcontextprotocol.io; everything else goes to stderr',
  });
}
