import type { Scope } from '@social/types';
import { networkOf } from '../../addresses.ts';
import { AppError } from '../../errors.ts';
import { type CommandOrigin, scopesOf } from '../../services/accounts/grant-store.ts';
import type { Principal } from '../callers/principal.ts';
import type { RateLimits } from '../callers/rate-limit.ts';
import type { HandlersOf, HttpRequest } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentKey } from '../presenters/present.ts';

interface CommandDeps extends Pick<Services, 'commandGrants' | 'keys'> {
  readonly rateLimits: RateLimits;
}

function originOf(
  { machine, scopes }: { readonly machine: string; readonly scopes?: readonly Scope[] | undefined },
  { client }: HttpRequest,
): CommandOrigin {
  return { machine: machine.trim(), scopes, address: client, network: networkOf(client) };
}

/** Sign-in of the command, by a device code or through the browser. */
export function commandRoutes({ commandGrants, keys, rateLimits }: CommandDeps): HandlersOf<'command'> {
  /** Limits guesses of codes; a right code does not count. */
  async function withCode<Result>(
    { userId }: Principal,
    { client }: HttpRequest,
    use: () => Promise<Result>,
  ): Promise<Result> {
    if (userId === null) throw new AppError('session_required', 'Sign in to the dashboard first');
    const takeBack = await rateLimits.countGuess(client, userId);
    const result = await use();
    await takeBack();
    return result;
  }

  return {
    async createDeviceCode({ body, http }) {
      return { status: 201, body: await commandGrants.startDevice(originOf(body, http)) };
    },

    async describeDeviceCode({ query, principal, http }) {
      const grant = await withCode(principal, http, () => commandGrants.describe(query.userCode));
      const { machine, address, created_at: createdAt, expires_at: expiresAt } = grant;
      return { status: 200, body: { machine, address, scopes: [...scopesOf(grant)], createdAt, expiresAt } };
    },

    async approveDeviceCode({ body, principal, http }) {
      await withCode(principal, http, () => commandGrants.approve(body.userCode, principal, body.scopes));
      return { status: 200, body: { ok: true } };
    },

    async denyDeviceCode({ body, principal, http }) {
      await withCode(principal, http, () => commandGrants.deny(body.userCode));
      return { status: 200, body: { ok: true } };
    },

    async exchangeDeviceCode({ body }) {
      const { key, rawKey } = await commandGrants.exchangeDeviceCode(body.deviceCode);
      return { status: 201, body: { key: presentKey(key, await keys.known([key])), rawKey } };
    },

    async createCommandCode({ body, principal, http }) {
      const redirectUrl = await commandGrants.issueCode(principal, originOf(body, http), body);
      return { status: 201, body: { redirectUrl } };
    },

    denyCommandCode({ body }) {
      return { status: 200, body: { redirectUrl: commandGrants.refuseCode(body) } };
    },

    async exchangeCommandCode({ body }) {
      const { key, rawKey } = await commandGrants.exchangeCode(body.code, body.codeVerifier);
      return { status: 201, body: { key: presentKey(key, await keys.known([key])), rawKey } };
    },
  };
}
