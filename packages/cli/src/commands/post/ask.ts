import { byAccount, deriveKey, findProfile, inOrder, type PostTime, timeOf } from '@social/post-input';
import { mediaFacts } from '@social/rules';
import type { Output, Schema, SocialClient } from '@social/sdk';
import { isTarget, platformFacts, platformOf, type Target, withNetwork } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { accountName } from '../../lib/networks.ts';
import { type Draft, startDraft } from '../../lib/post/input/draft.ts';
import { fitTexts } from '../../lib/post/input/fit.ts';
import type { GivenPost } from '../../lib/post/input/given-post.ts';
import { readMedia } from '../../lib/post/input/media-files.ts';
import type { Preview } from '../../lib/post/post.ts';
import { exitCodeOfPost } from '../../lib/post/report/result.ts';
import { checkPost, sendPost } from '../../lib/post/send-post.ts';
import { fetchData } from '../../lib/server/send.ts';
import { allowsLocalTime, promptStreams } from '../../lib/terminal/tty.ts';
import { quoted } from '../../lib/text/shell.ts';
import { countOf } from '../../lib/text/terminal-text.ts';
import { parsePostTime, timeText, utcText, waitUntil } from '../../lib/text/time.ts';

type Connections = Output<'getConnectionStatus'>;

/** `social post` without arguments: asks for everything, shows length and cost, and sends only after a yes. */
export async function askPost(context: Context): Promise<ExitCode> {
  const client = await context.client();
  const named = await context.profile();
  const profile = await findProfile(client, named, context.io.signal);
  const connections = await readConnections(context, client, profile);
  await using draft = await startDraft(context);
  await draft.write();
  let line: string[] = [];
  try {
    const platforms = await askPlatforms(context, connections);
    line = ['--to', platforms.join(',')];
    const media = await askMedia(context, platforms);
    line.push(...media.flatMap(({ source }) => ['--media', source]));
    const at = await askTime(context);
    if (at) line.push('--at', timeText(at));
    const { items, files } = await readMedia(context, media);
    let overrides: GivenPost['input']['overrides'];
    const shortening = { fit: 'shorten', besideMedia: items.length > 0, profileId: profile.id } as const;
    for (;;) {
      const input = {
        text: draft.text(),
        platforms,
        media: items.length > 0 ? items : undefined,
        overrides,
        ...timeOf(at),
        profile: profile.slug,
      };
      line = [
        ...['--to', platforms.join(',')],
        ...media.flatMap(({ source }) => ['--media', source]),
        ...(at ? ['--at', timeText(at)] : []),
        ...(overrides ? ['--fit', 'shorten'] : []),
      ];
      const checked = await checkPost(context, client, { input, files });
      const answer = await askWhatNext(context, checked, at);
      if (answer === 'send') {
        const fit = overrides && shortening.fit;
        const { post } = await sendPost(context, client, {
          input,
          files,
          fit,
          key: deriveKey(profile.id, input, { fit }),
        });
        draft.discard();
        return exitCodeOfPost(post);
      }
      if (answer === 'stop') throw new Stopped();
      if (answer === 'edit') await draft.write();
      overrides =
        answer === 'shorten'
          ? await fitTexts(context, platforms, { text: draft.text(), thread: [] }, shortening)
          : undefined;
    }
  } catch (error) {
    return await giveUp(context, draft, { line, error });
  }
}

/** A time that passed at most this long ago still means now to the server. */
const PAST_MS = 5 * 60_000;

/** Thrown when the user declines to send. */
class Stopped extends Error {}

/** Ends without losing the written text: prints a command line that does the same without prompts. */
async function giveUp(
  context: Context,
  draft: Draft,
  { line, error }: { line: readonly string[]; error: unknown },
): Promise<ExitCode> {
  const text = draft.path === undefined ? ['--', draft.text()] : ['--file', draft.path];
  const argv = [...context.argv.filter((word) => word !== '--'), ...line, ...text];
  if (error instanceof Stopped) {
    await context.output.note(`Nothing was sent. To send it after all:\n  ${quoted(['social', ...argv])}`);
    return EXIT.interrupted;
  }
  const report = describeFailure(error, { argv });
  const isSaid = report.hints.some((hint) => hint.includes(draft.path ?? draft.text()));
  const kept = isSaid ? [] : ['To try it again:', `  ${quoted(['social', ...argv])}`];
  throw new CliError({ ...report, hints: [...report.hints, ...kept] });
}

async function readConnections(
  context: Context,
  client: SocialClient,
  profile: Schema<'Profile'>,
): Promise<Connections> {
  const connections = await fetchData(context, 'reading …', (call) =>
    client.connections.getConnectionStatus({ profileId: profile.id }, call),
  );
  if (Object.values(connections).some(({ state }) => state === 'connected')) return connections;
  throw new CliError({
    exitCode: EXIT.notSignedIn,
    code: 'not_connected',
    message: `No account is connected to profile ${profile.slug}`,
    hints: ['Connect one with: social connect <platform>'],
  });
}

async function askPlatforms({ io }: Context, connections: Connections): Promise<Target[]> {
  const { checkbox } = await import('@inquirer/prompts');
  const connected = byAccount(connections).flatMap(({ target, connection }) =>
    isTarget(target) && connection.state === 'connected' ? [{ target, connection }] : [],
  );
  const values = inOrder(connected.map(({ target }) => target));
  const choices = values.map((value) => {
    const { connection } = connected.find(({ target }) => target === value) ?? {};
    const platform = platformOf(value);
    const { text, costs } = platformFacts(platform);
    const account = connection ? accountName(connection) : '';
    const length = `up to ${text.max} ${text.unit === 'bytes' ? 'bytes' : 'characters'}`;
    const needs = mediaFacts(platform).required ? ', needs a picture or video' : '';
    return {
      value,
      name: `${withNetwork(value, connection?.network)}  ${account}  ${length}, ${countOf(costs.post, 'credit')}${needs}`,
    };
  });
  const question = { message: 'Where', choices, required: true };
  const chosen = await checkbox(question, promptStreams(io));
  return values.filter((one) => chosen.includes(one));
}

/** Asks for a picture or video when one of the platforms requires it. */
async function askMedia(context: Context, platforms: readonly Target[]): Promise<{ source: string }[]> {
  const needing = platforms.filter((one) => mediaFacts(platformOf(one)).required);
  if (needing.length === 0) return [];
  const { input } = await import('@inquirer/prompts');
  const { io } = context;
  // Check now, before the user answers further questions.
  const validate = (value: string) =>
    readMedia(context, [{ source: value.trim() }]).then(
      () => true,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const question = {
    message: `Picture or video for ${needing.join(', ')} (path or address)`,
    required: true,
    validate,
  };
  const source = await input(question, promptStreams(io));
  return [{ source: source.trim() }];
}

async function askTime({ io }: Context): Promise<PostTime | undefined> {
  const { input } = await import('@inquirer/prompts');
  const read = (value: string) => parsePostTime(value, allowsLocalTime(io), 'The time');
  const validate = (value: string) => {
    if (value.trim() === '') return true;
    try {
      const time = read(value);
      const isPast = time !== 'next' && time.getTime() < io.now().getTime() - PAST_MS;
      return isPast ? 'That is in the past; leave it empty to publish now' : true;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const question = { message: 'When (2026-12-01 09:00; next: the next slot; empty: now)', validate };
  const value = await input(question, promptStreams(io));
  return value.trim() === '' ? undefined : read(value);
}

async function askWhatNext(
  { io }: Context,
  checked: Preview,
  at: PostTime | undefined,
): Promise<'send' | 'edit' | 'shorten' | 'stop'> {
  const { confirm, select } = await import('@inquirer/prompts');
  const streams = promptStreams(io);
  if (exitCodeOfPost(checked) === EXIT.done) {
    const time = at === 'next' ? new Date(checked.scheduledFor ?? '') : at;
    const when = time ? `at ${utcText(time)} (${waitUntil(time, io.now())})` : 'now';
    const message = `Publish to ${checked.platforms.join(', ')} ${when} for ${countOf(checked.credits, 'credit')}?`;
    // Pressing Enter alone never publishes.
    return (await confirm({ message, default: false }, streams)) ? 'send' : 'stop';
  }
  const results = Object.values(checked.platformResults);
  const isTooLong = results.some(({ characters }) => characters !== undefined && characters.count > characters.max);
  const choices = [
    ...(isTooLong ? [{ value: 'shorten' as const, name: 'Shorten it where it is too long' }] : []),
    { value: 'edit' as const, name: 'Change the text' },
    { value: 'stop' as const, name: 'Stop; nothing is sent' },
  ];
  return await select({ message: 'This cannot be sent as it is', choices }, streams);
}
