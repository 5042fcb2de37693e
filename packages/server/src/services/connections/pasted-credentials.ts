import type { AccountOption, PastedCredential } from '@social/platforms';
import type { PlatformId } from '@social/types';
import { AppError } from '../../errors.ts';
import type { ProfileRow } from '../../store/profiles.ts';
import type { Database } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { Connections } from './connections.ts';

export type PastedCredentials = ReturnType<typeof createPastedCredentials>;

/** Makes the service that connects accounts with a pasted credential, without a browser or an app of the operator. */
export function createPastedCredentials(deps: { db: Database; platforms: Platforms; connections: Connections }) {
  const { db, platforms, connections } = deps;
  return {
    /**
     * Checks the credential at its network and connects the account.
     * @throws AppError platform_not_configured, invalid_request (with the choice of accounts in `details.choices`),
     * conflict; PlatformError
     */
    async connect(platform: PlatformId, credential: PastedCredential, profile: ProfileRow): Promise<AccountOption> {
      const networks = platforms.all(platform).filter(({ driver }) => driver.credential);
      if (networks.length === 0) {
        throw new AppError(
          'platform_not_configured',
          `${platform} is connected through the browser, not with a token; start at /api/auth/${platform}`,
        );
      }
      const reachable = networks.find(({ driver }) => driver.credential?.accepts(credential));
      const capability = reachable?.driver.credential;
      if (!reachable || !capability) {
        throw new AppError('invalid_request', describeForms(credential), { details: { field: fieldOf(credential) } });
      }
      const answer = await capability.connect(credential, {});
      if ('choices' in answer) throw chooseOne(answer.choices);
      const { account, tokens } = answer;
      const made = { platform, network: reachable.driver.network, origin: reachable.origin, account, tokens };
      const connection = connections.describe(profile, { ...made, missingScopes: [] });
      await db.transaction().execute((trx) => connections.save(trx, profile, connection));
      return account;
    },
  };
}

function fieldOf({ botToken, webhookUrl }: PastedCredential): string {
  return webhookUrl !== undefined && botToken === undefined ? 'webhookUrl' : 'botToken';
}

/** Describes the expected form of a credential. Never quotes the pasted text, which may be a secret. */
function describeForms(credential: PastedCredential): string {
  return fieldOf(credential) === 'webhookUrl'
    ? "webhookUrl: is not the address of a webhook; copy it from the channel's settings (Integrations, Webhooks)"
    : "botToken: is not a bot's token; copy the whole line that @BotFather gave you, or send webhookUrl instead";
}

function chooseOne(choices: readonly AccountOption[]): AppError {
  const message =
    choices.length === 0
      ? 'chatId: is required; the bot has seen no chat yet: add it to the chat, write something there, and try again'
      : `chatId: is required; choose one of the chats that the bot has seen: ${choices.map(({ name, accountId }) => `${name} (${accountId})`).join(', ')}`;
  return new AppError('invalid_request', message, {
    details: { field: 'chatId', choices: choices.map(({ accountId, name, type }) => ({ accountId, name, type })) },
  });
}
