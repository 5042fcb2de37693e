import { SCOPES, type Scope } from '@social/types';
import { usageError } from './errors.ts';
import { didYouMean } from './text/nearest.ts';
import { quote } from './text/terminal-text.ts';

/** Reads the values of an option that may be repeated, or name several with commas. @throws {CliError} for an empty name */
export function listed(values: readonly string[]): string[] {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (names.includes('')) throw usageError('A name in a list is empty', 'No key was made.');
  return [...new Set(names)];
}

/** Reads `--scope`. @throws {CliError} for a scope that does not exist */
export function parseScopes(values: readonly string[]): Scope[] {
  return listed(values).map((name) => {
    const scope = SCOPES.find((known) => known === name.toLowerCase());
    if (scope) return scope;
    throw usageError(
      `There is no scope ${quote(name)}${didYouMean(name, SCOPES)}`,
      `Scopes are ${SCOPES.join(', ')}. No key was made.`,
    );
  });
}
