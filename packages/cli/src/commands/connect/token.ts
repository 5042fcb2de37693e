import { text } from 'node:stream/consumers';
import { findProfile } from '@social/post-input';
import { type PlatformId, SocialApiError } from '@social/sdk';
import { NETWORK_IDS, networkFacts, platformFacts } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { sandboxUrlHere } from '../../lib/server/find-sandbox.ts';
import { fetchData } from '../../lib/server/send.ts';
import { isInteractive, promptStreams } from '../../lib/terminal/tty.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { isUnnamed, type NamedAccount, notNamed, readNamed } from './named-account.ts';

/** Options of `social connect` with a pasted credential. */
export interface TokenOptions extends NamedAccount {
  /** Reads the credential from stdin. */
  readonly withToken?: boolean;
  /** Network that was named instead of the platform. */
  readonly network?: string | undefined;
  /** Number or @name of the chat. */
  readonly chat?: string;
}

interface Choice {
  readonly accountId: string;
  readonly name: string;
}

/** Connects without a browser: by the token of a bot, the address of a webhook, or a credential of the account. */
export async function connectWithToken(context: Context, platform: PlatformId, options: TokenOptions): Promise<void> {
  const { io } = context;
  const hasTerminal = isInteractive(io);
  const { signIn } = platformFacts(platform);
  const named = readNamed(platform, options);
  if (isUnnamed(platform, named)) {
    throw notNamed(platform, (flag) => `printf %s "$TOKEN" | social connect ${platform} ${flag} --with-token`);
  }
  if (!options.withToken && !hasTerminal) {
    throw usageError(
      'There is no terminal to ask for the token',
      `Pipe it in: printf %s "$TOKEN" | social connect ${platform} --with-token${signIn ? '' : ' --chat @name'}`,
    );
  }
  const piped = options.withToken ? (await text(io.stdin)).trim() : undefined;
  if (piped === '') {
    throw usageError(
      'Nothing came on stdin',
      `Nothing was sent. Pipe the token in: printf %s "$TOKEN" | social connect ${platform} --with-token`,
    );
  }
  const client = await context.client();
  const profile = await findProfile(client, await context.profile(), context.io.signal);
  const pasted = piped ?? (await askToken(context, signIn?.secret, options.network)).trim();
  checkNetwork(pasted, options.network);
  const ofBot = pasted.includes('://') ? { webhookUrl: pasted } : { botToken: pasted };
  const credential = signIn ? { ...named, [signIn.secret]: pasted } : ofBot;
  const connect = (chatId: string | undefined) =>
    fetchData(context, 'asking the network …', (call) =>
      client.connections.connectWithToken({ platform, profileId: profile.id, ...credential, chatId }, call),
    );
  const answer = await connect(options.chat).catch(async (error: unknown) => {
    const choices = choicesOf(error);
    if (!hasTerminal || options.withToken || choices.length === 0) throw error;
    return connect(await chooseChat(context, choices));
  });
  await context.output.data(
    answer,
    (style) =>
      `${style.ok} ${platform} is connected as ${oneLine(answer.account.name)} to profile ${oneLine(profile.slug)}`,
  );
}

/** Refuses an address where the network needs a token, and the other way round. */
function checkNetwork(pasted: string, network: string | undefined): void {
  const { label, connect } = networkFacts(network ?? '') ?? {};
  const isAddress = pasted.includes('://');
  if (connect?.secret === 'botToken' && isAddress) {
    throw usageError(`That is an address, and ${label} needs the token of a bot`, 'Nothing was sent.');
  }
  if (connect?.secret === 'webhookUrl' && !isAddress) {
    throw usageError(`That is not an address, and ${label} needs the address of a webhook`, 'Nothing was sent.');
  }
}

function choicesOf(error: unknown): readonly Choice[] {
  const choices = error instanceof SocialApiError ? error.details?.['choices'] : undefined;
  return Array.isArray(choices) ? (choices as Choice[]) : [];
}

const QUESTIONS = {
  bot: 'Token of the bot, or address of the webhook',
  accessToken: 'Access token of the account, from its settings at the server',
  appPassword: 'App password of the account, from its settings',
} as const;

async function askToken(
  context: Context,
  secret: keyof typeof QUESTIONS | undefined = 'bot',
  network: string | undefined,
): Promise<string> {
  const { io } = context;
  if (secret === 'bot') await tellWhereSandboxShows(context, network);
  const { password } = await import('@inquirer/prompts');
  const question = { message: QUESTIONS[secret], toggleMask: false };
  return await password(question, promptStreams(io));
}

const SHOWN: Readonly<Partial<Record<string, string>>> = {
  botToken: 'The token of the bot',
  webhookUrl: 'The address of the webhook',
};

/** Names the sandbox's pages, which show token and address; they are no secret there. */
async function tellWhereSandboxShows(context: Context, network: string | undefined): Promise<void> {
  const baseUrl = (await context.settings()).baseUrl.value ?? '';
  const sandboxUrl = await sandboxUrlHere(context, baseUrl).catch(() => undefined);
  if (sandboxUrl === undefined) return;
  const lines = NETWORK_IDS.flatMap((id) => {
    const { label, connect } = networkFacts(id);
    const shows = (network === undefined || id === network) && connect.secret && SHOWN[connect.secret];
    return shows ? [`${shows} (${label}):\n  ${sandboxUrl}/?network=${id}`] : [];
  });
  await context.output.note(`This server runs with a sandbox, which shows what to paste.\n${lines.join('\n')}`);
}

async function chooseChat({ io }: Context, choices: readonly Choice[]): Promise<string> {
  const { select } = await import('@inquirer/prompts');
  const question = {
    message: 'Chat to post to',
    choices: choices.map(({ accountId, name }) => ({ value: accountId, name: oneLine(`${name} (${accountId})`) })),
  };
  return await select(question, promptStreams(io));
}
