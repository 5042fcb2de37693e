import type { AccountOption, PastedCredential } from '@social/platforms';
import { type PlatformId, platformFacts } from '@social/types';
import { AppError } from '../../errors.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import type { Database } from '../../store/schema.ts';
import { type Rights, requireParts } from '../access/rights.ts';
import type { Platforms } from '../networks/platforms.ts';
import { isOpenPlatform } from '../networks/sign-in.ts';
import type { AccountPictures } from './account-pictures.ts';
import { partOf } from './accounts.ts';
import type { Connections } from './connections.ts';
import type { ReadNewLimits } from './server-limits.ts';

/** Longest time, in milliseconds, for all requests together, and for each of them. */
const [TOTAL_MS, REQUEST_MS] = [25_000, 10_000];

export type PastedCredentials = ReturnType<typeof createPastedCredentials>;

/** Makes the service that connects accounts with a pasted credential, without a browser or an app of the operator. */
export function createPastedCredentials(deps: {
  db: Database;
  platforms: Platforms;
  connections: Connections;
  readNewLimits: ReadNewLimits;
  pictures: Pick<AccountPictures, 'readNew'>;
}) {
  const { db, platforms, connections, readNewLimits, pictures } = deps;
  return {
    /**
     * Checks the credential at its network and connects the account. @param rights of the caller
     * @throws AppError forbidden for an account that the caller may not use, platform_not_configured, invalid_request (with the choice of accounts in `details.choices`),
     * conflict; PlatformError
     */
    async connect(
      platform: PlatformId,
      credential: PastedCredential,
      { profile, rights }: { readonly profile: ProfileRow; readonly rights: Rights },
    ): Promise<AccountOption> {
      if (!mayConnect(rights, platform))
        requireParts(rights, [{ target: platform, platform, network: null, channel: null }]);
      const call = { signal: AbortSignal.timeout(TOTAL_MS), timeoutMs: REQUEST_MS };
      const reached = isOpenPlatform(platform)
        ? [await platforms.locate(platform, credential, call)]
        : platforms.all(platform);
      const networks = reached.filter(({ driver }) => driver.credential);
      if (networks.length === 0) {
        throw new AppError(
          'platform_not_configured',
          `${platform} is connected through the browser, not with a token; start at /api/auth/${platform}`,
        );
      }
      const reachable = networks.find(({ driver }) => driver.credential?.accepts(credential));
      const capability = reachable?.driver.credential;
      if (!reachable || !capability) {
        const field = fieldOf(platform, credential);
        throw new AppError('invalid_request', `${field}: ${FORMS[field]}`, { details: { field } });
      }
      const answer = await capability.connect(credential, call);
      if ('choices' in answer) throw chooseOne(answer.choices);
      const { account, tokens } = answer;
      const { driver, origin } = reachable;
      const made = { platform, network: driver.network, origin, account, tokens };
      const limits = await readNewLimits(driver, { ...account, accessToken: tokens.accessToken });
      const connection = connections.describe(profile, { ...made, limits, missingScopes: [] });
      requireParts(rights, [{ ...partOf(connection), target: platform }]);
      const replaced = await db.transaction().execute((trx) => connections.save(trx, profile, connection));
      await connections.revokeUnused(replaced);
      await pictures.readNew(connection);
      return account;
    },
  };
}

/** Returns true for a caller that may use some account of a platform. */
function mayConnect({ platforms }: Rights, platform: PlatformId): boolean {
  return platforms?.some((part) => part.platform === platform) ?? true;
}

/** Forms of the credentials. A message never quotes the pasted text, which may be a secret. */
const FORMS = {
  botToken: "is not a bot's token; copy the whole line that @BotFather gave you, or send webhookUrl instead",
  webhookUrl: "is not the address of a webhook; copy it from the channel's settings (Integrations, Webhooks)",
  accessToken: 'is not an access token; make one at your server (Preferences, Development) and copy it whole',
  appPassword: 'is not an app password, such as abcd-efgh-ijkl-mnop; make one in the settings of your account',
} as const;

function fieldOf(platform: PlatformId, { botToken, webhookUrl }: PastedCredential): keyof typeof FORMS {
  const { signIn } = platformFacts(platform);
  if (signIn) return signIn.secret;
  return webhookUrl !== undefined && botToken === undefined ? 'webhookUrl' : 'botToken';
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
