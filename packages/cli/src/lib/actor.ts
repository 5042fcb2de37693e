import { isTarget } from '@social/types';
import type { Option } from 'commander';
import type { Context } from './context.ts';
import { usageError } from './errors.ts';
import { single } from './options.ts';
import { quote } from './text/terminal-text.ts';

/** Options of a command that acts at a network. */
export interface ActionOptions {
  readonly account?: string;
  readonly key?: string;
}

/** Who acts: the account of a profile, the default ones where they are undefined. */
export interface Actor {
  readonly profile: string | undefined;
  readonly account: string | undefined;
}

/** `--account` of commands that act at a network. */
export function accountOption(): Option {
  return single('--account <name>', 'short name of the account; the default one when left out');
}

/** Reads who acts. @throws {CliError} for a text that is no account's name */
export async function actorOf(context: Context, account: string | undefined): Promise<Actor> {
  if (account !== undefined && !isTarget(`profnet:${account}`)) {
    throw usageError(
      `${quote(account)} is not the name of an account: it has 1-32 lower-case letters, digits and dashes`,
      'Nothing was sent. See the names with: social connect status',
    );
  }
  return { profile: await context.profile(), account };
}
