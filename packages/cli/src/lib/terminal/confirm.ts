import type { Option } from 'commander';
import type { Context } from '../context.ts';
import { CliError, usageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { flag } from '../options.ts';
import { mayAsk, promptStreams } from './tty.ts';

/** The option of commands that `confirm` guards. */
export interface ConfirmOption {
  readonly yes?: boolean;
}

/** `--yes` of commands that cannot be undone. */
export function yesOption(): Option {
  return flag('--yes', 'do not ask first');
}

/**
 * Asks before something that cannot be undone.
 * @param question such as `Delete profile acme?`
 * @throws {CliError} exit code 2 where no one can be asked and `--yes` was not given, 130 after a no
 */
export async function confirm(context: Context, question: string, { yes = false }: ConfirmOption): Promise<void> {
  if (yes) return;
  if (!mayAsk(context)) {
    throw usageError(
      `${question} There is no terminal to ask on: add --yes`,
      'Nothing was changed. This cannot be undone.',
    );
  }
  const { io } = context;
  const prompts = await import('@inquirer/prompts');
  // Pressing Enter alone changes nothing.
  const answer = { message: question, default: false };
  if (await prompts.confirm(answer, promptStreams(io))) return;
  const message = 'Nothing was changed';
  throw new CliError({ exitCode: EXIT.interrupted, code: 'interrupted', message, hints: [] });
}
