import type { Command } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { documented } from '../../lib/help.ts';
import type { Start } from '../start.ts';

/** `social doctor`. */
export function registerDoctor(program: Command, start: Start): void {
  const doctor = program
    .command('doctor')
    .description('check server, versions, clock, key and connections, and say how to fix what is wrong')
    .action(start(async () => (await import('./doctor.ts')).examine));
  documented(doctor, {
    examples: ['social doctor', 'social doctor --profile acme', 'social doctor --json'],
    notes:
      'It ends with 1 when server, versions or profile are wrong, with 4 when the key or a connection is; warnings and\nplatforms that are not connected do not change the exit code.',
    json: '{"ok","checks":[{"check","state":"ok"|"warning"|"failed"|"off","message","fix"}]}',
    exits: [EXIT.notSignedIn],
  });
}
