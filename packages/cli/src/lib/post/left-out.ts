import { hasComments, leftOut, mediaKindOf, pollFacts, selectMedia } from '@social/rules';
import { platformOf } from '@social/types';
import type { Context } from '../context.ts';
import { CliError, type FailureReport } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { mayAsk, promptStreams } from '../terminal/tty.ts';
import type { GivenPost } from './input/given-post.ts';

type Asked = Pick<GivenPost, 'input' | 'files' | 'networks'>;

/** Says what its platforms would leave out of a post, a sentence for each of them; empty when they take everything. */
export function leftOutOf({
  input: { platforms, media = [], poll, comments = [] },
  files,
  networks = {},
}: Asked): string {
  const candidates = media.map(({ url }) => ({
    kind: files.get(url)?.look.kind ?? mediaKindOf(url),
    field: 'media' as const,
  }));
  const sentences = platforms.flatMap((target) => {
    const [platform, network] = [platformOf(target), networks[target]];
    return [
      selectMedia(platform, candidates).note ?? [],
      poll && !pollFacts(platform) ? leftOut(platform, 'the poll') : [],
      comments.length > 0 && !hasComments(platform, network) ? leftOut(platform, 'the comments', network) : [],
    ].flat();
  });
  return [...new Set(sentences)].join(' ');
}

/**
 * Asks on a terminal before anything is left out.
 * @throws {CliError} exit code 2 where no one can be asked, 130 after a no
 */
export async function confirmLeftOut(context: Context, given: Asked, isAllowed = false): Promise<void> {
  refuseLeftOut(context, given, isAllowed);
  const sentences = isAllowed ? '' : leftOutOf(given);
  if (sentences === '') return;
  const { confirm } = await import('@inquirer/prompts');
  // Pressing Enter alone never publishes.
  const question = { message: `${sentences} Publish it like that?`, default: false };
  if (await confirm(question, promptStreams(context.io))) return;
  throw new CliError({ exitCode: EXIT.interrupted, code: 'interrupted', message: 'Nothing was sent', hints: [] });
}

/** @throws {CliError} exit code 2 for what would be left out where no one can be asked */
export function refuseLeftOut(context: Context, given: Asked, isAllowed = false): void {
  const leftOut = isAllowed ? '' : leftOutOf(given);
  if (leftOut !== '' && !mayAsk(context)) throw new CliError(leftOutFailure(leftOut, '--allow-left-out'));
}

/** The report of a post that is not sent because something would be left out. @param how what lets it go out like that */
export function leftOutFailure(sentences: string, how: string): FailureReport {
  const message = `${sentences} To publish it like that: ${how}`;
  return { exitCode: EXIT.usage, code: 'media_left_out', message, hints: ['Nothing was sent.'] };
}
