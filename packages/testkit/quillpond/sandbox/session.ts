import { type Call, Refusal, type Reply } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import type { Account } from '../../world/accounts.ts';
import type { QuillpondState } from './state.ts';

/** An error answer of the API. */
export function failure(status: number, code: string, message: string): Reply {
  return { status, json: { code, message } };
}

export const invalidToken = (): Reply => failure(401, 'bad_token', 'The token is not valid');

/** Finds the account of a call's token. */
export function authenticate({ world }: QuillpondState, call: Call): Account {
  const token = world.grants.findUsableAccess('quillpond', bearerOf(call));
  const account = token && world.accounts.find('quillpond', token.accountId);
  if (account) return account;
  throw new Refusal(invalidToken());
}
