/**
 * A plugin for semantic-release: announces each release, once.
 * @see https://semantic-release.gitbook.io/semantic-release/developer-guide/plugin (read 2026-11-26)
 */
import { AnnounceError, type AnnounceOptions, type Announcer, createAnnouncer } from '@social/cli';

export type { AnnounceOptions };

/** The parts that are used of a step's context. */
export interface StepContext {
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: { log(message: string, value: string): void; warn(message: string, value: string): void };
  /** Options of semantic-release, which it mixes into those of each plugin. */
  readonly options?: object | undefined;
}

/** The context of a step that has a release. */
export interface ReleaseContext extends StepContext {
  readonly nextRelease: {
    readonly version: string;
    readonly gitTag: string;
    /** Markdown of the plugins before this one. */
    readonly notes?: string | undefined;
  };
}

/** Checks options, key, server and accounts before anything is released. Sends nothing. */
export async function verifyConditions(options: object, context: StepContext): Promise<void> {
  await run(options, context, (announcer) => announcer.checkSetup());
}

/**
 * Checks the text of the release, and prints it with its cost. Sends nothing, also not in a dry run: it is the only step of a
 * dry run that knows the notes.
 * @returns no notes
 */
export async function generateNotes(options: object, context: ReleaseContext): Promise<string> {
  await run(options, context, (announcer) => announcer.check(releaseOf(context)));
  return '';
}

/** Announces the release after every plugin has published it. */
export async function success(options: object, context: ReleaseContext): Promise<void> {
  await run(options, context, (announcer) => announcer.announce(releaseOf(context)));
}

function releaseOf({ nextRelease: { version, gitTag, notes = '' } }: ReleaseContext) {
  return { version, tag: gitTag, notes };
}

/** Runs a step. @throws {AnnounceError} marked as one that semantic-release prints with its details, without a stack */
async function run(
  given: object,
  { cwd = '.', env, logger, options = {} }: StepContext,
  step: (announcer: Announcer) => Promise<void>,
): Promise<void> {
  const own = Object.entries(given).filter(([name]) => !Object.hasOwn(options, name));
  try {
    const log = (line: string) => logger.log('%s', line);
    const warn = (line: string) => logger.warn('%s', line);
    await step(createAnnouncer(Object.fromEntries(own), { cwd, env, log, warn }));
  } catch (error) {
    if (!(error instanceof AnnounceError)) throw error;
    // Each line is a paragraph of the Markdown that semantic-release prints.
    const details = error.details.replaceAll('\n', '\n\n');
    throw Object.assign(error, { semanticRelease: true, details });
  }
}
