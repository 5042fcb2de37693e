import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { readChangelog } from '../input/read-text.ts';
import { findReleaseNotes, versionIn } from './release-notes.ts';
import { findOrigin, type Origin } from './repository.ts';

export interface ReleaseOptions {
  readonly file?: string;
  readonly section?: string;
  /** True without a path. */
  readonly fromChangelog?: string | true;
  /** `--key` and `--again` replace the release's own key. */
  readonly key?: string;
  readonly again?: boolean;
}

/** A release whose notes are published. */
export interface Release {
  readonly title: string;
  readonly text: string;
  /** Undefined where the notes belong to no version: those are told apart by their text. Also where nothing is to be told. */
  readonly identity: (Origin & { readonly version: string }) | undefined;
}

/**
 * The release that `--section` or `--from-changelog` asks for; undefined when neither was given.
 * @throws {CliError} for a second text beside it, a file that cannot be read, a section that is not there
 */
export async function readRelease(
  { io }: Context,
  argument: string | undefined,
  { file, section, fromChangelog, key, again }: ReleaseOptions,
): Promise<Release | undefined> {
  if (section === undefined && fromChangelog === undefined) return undefined;
  if (argument !== undefined || (file !== undefined && fromChangelog !== undefined)) {
    throw usageError('Give the text once: --section and --from-changelog take it from a changelog');
  }
  const path = typeof fromChangelog === 'string' ? fromChangelog : (file ?? 'CHANGELOG.md');
  const wanted = section ?? tagOf(io);
  const { version, name, title, text } = findReleaseNotes(await readChangelog(io, path), wanted, path);
  if (version === undefined || key !== undefined || again) return { title, text, identity: undefined };
  const origin = await findOrigin(io, path);
  return { title, text, identity: { ...origin, version: name === '' ? version : `${name}@${version}` } };
}

/** The tag that the job was started for. A branch may be called like one, so that what the CI says of its kind counts. */
function tagOf({ env }: Io): string | undefined {
  const { GITHUB_REF_NAME: name = '', GITHUB_REF_TYPE: kind, GITHUB_REF: ref, CI_COMMIT_TAG: tag } = env;
  const isTag = kind || ref ? kind === 'tag' || ref?.startsWith('refs/tags/') : versionIn(name) !== undefined;
  return (isTag && name) || tag || undefined;
}
