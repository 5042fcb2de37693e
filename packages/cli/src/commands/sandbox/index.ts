import type { Command } from 'commander';
import { documented } from '../../lib/help.ts';
import { integer } from '../../lib/options.ts';
import type { Start } from '../start.ts';

/** `social sandbox`. */
export function registerSandbox(program: Command, start: Start): void {
  const sandbox = program
    .command('sandbox')
    .description('start the networks, simulated on this machine, until Ctrl-C (needs @social/sandbox)')
    .addOption(integer('--port <n>', 'port to listen on, a free one when left out', 0, 65_535))
    .action(start(async () => (await import('./sandbox.ts')).runSandbox));
  documented(sandbox, {
    examples: ['social sandbox', 'social sandbox --port 8790 --json'],
    notes: 'A server is pointed at it with: social-server start --sandbox-url URL',
    json: '{"url"}, when it is ready',
  });
}
