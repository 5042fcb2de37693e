import { Argument, type Command } from 'commander';
import { documented } from '../../lib/help.ts';
import type { Start } from '../start.ts';

/** The hidden command that completion scripts call for suggestions for the last word. */
export const COMPLETE = '__complete';

/** `social completion`, and the hidden command that its scripts call at each press of the key. */
export function registerCompletion(program: Command, start: Start): void {
  const completion = program
    .command('completion')
    .description('print the script that completes commands, flags, platforms, accounts and profiles in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(['bash', 'zsh', 'fish']))
    .action(start(async () => (await import('./scripts.ts')).printScript));
  documented(completion, {
    examples: [
      'eval "$(social completion bash)"',
      'social completion bash > ~/.local/share/bash-completion/completions/social',
      'social completion zsh > "$' + '{fpath[1]}/_social"',
      'social completion fish > ~/.config/fish/completions/social.fish',
    ],
    notes: 'Profiles, and accounts after `mastodon:`, are read from the server, which takes a second at most.',
    json: 'the script as it is',
  });
  program
    .command(COMPLETE, { hidden: true })
    .argument('[words...]')
    .action(start(async () => (await import('./suggest.ts')).printSuggestions));
}
