import type { ReadConfig } from '../config/config-file.ts';
import type { Settings } from '../config/settings.ts';
import { CliError, usageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { quote } from '../text/terminal-text.ts';

/** The server and key of a command, for messages when one of them is wrong. */
export interface Access {
  readonly baseUrl: string;
  /** Set when no address was given. */
  readonly isDefaultUrl: boolean;
  readonly keyEnd: string;
  readonly isKeyFromEnvironment: boolean;
}

/** Checks key and address. @throws {CliError} exit code 4 without a key, 2 for an implausible key or address */
export function checkAccess({ env }: Pick<Io, 'env'>, { apiKey, baseUrl }: Settings, stored: ReadConfig): Access {
  const isInCi = Boolean(env['CI']);
  const address = baseUrl.value ?? '';
  if (!apiKey.value) throw notSignedIn(address, isInCi, stored);
  const isKeyFromEnvironment = apiKey.source === 'environment';
  checkKey(apiKey.value, isKeyFromEnvironment ? 'SOCIAL_API_KEY' : `The key in ${stored.path}`);
  const isDefaultUrl = baseUrl.source === 'default';
  if (isDefaultUrl && isKeyFromEnvironment && isInCi) {
    throw usageError(
      'SOCIAL_BASE_URL is not set',
      'Nothing was sent. Set it to the address of your server, beside SOCIAL_API_KEY; an unset variable of the CI is empty.',
    );
  }
  return { baseUrl: address, isDefaultUrl, keyEnd: apiKey.value.slice(-4), isKeyFromEnvironment };
}

function checkKey(apiKey: string, source: string): void {
  const found = /[^!-~]/u.exec(apiKey)?.[0];
  if (found === undefined) return;
  const what = /[\r\n]/.test(found) ? 'a line break' : found === ' ' ? 'a space' : `the character ${quote(found)}`;
  throw usageError(`${source} has ${what} inside; API keys have none`, 'Nothing was sent.');
}

function notSignedIn(baseUrl: string, isInCi: boolean, { current, contexts }: ReadConfig): CliError {
  if (current !== undefined && contexts.size > 0 && !contexts.has(current)) {
    return usageError(
      `The current server ${quote(current)} is not stored; stored: ${[...contexts.keys()].join(', ')}`,
      'Nothing was sent. Choose one with: social config use NAME',
    );
  }
  const signIn = ['Nothing was sent. Sign in with: social login', 'or set SOCIAL_API_KEY (and SOCIAL_BASE_URL).'];
  const inCi = ['Nothing was sent. Set SOCIAL_API_KEY from a secret of the CI, and SOCIAL_BASE_URL.'];
  return new CliError({
    exitCode: EXIT.notSignedIn,
    code: 'not_signed_in',
    message: `You are not signed in to ${baseUrl}`,
    hints: isInCi ? inCi : signIn,
  });
}
