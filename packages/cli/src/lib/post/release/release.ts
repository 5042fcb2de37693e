import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { readChangelog } from '../input/read-text.ts';
import { parseNotesTemplate } from './notes-template.ts';
import { releaseFacts } from './release-facts.ts';
import { findOrigin, type Origin } from './repository.ts';
import type { MadeNotes } from './tool-release.ts';

export interface ReleaseOptions {
  readonly file?: string;
  readonly section?: string;
  /** Path of the changelog; `true` when the option has no path. */
  readonly fromChangelog?: string | true;
  /** `--key` and `--again` replace the release's own key. */
  readonly key?: string;
  readonly again?: boolean;
  readonly mentions?: boolean;
  /** Template of the text, made of `{title}`, `{notes}` and others. */
  readonly template?: string;
  /** Notes of a release tool, in place of a changelog. */
  readonly notes?: MadeNotes;
}

/** A release whose notes are published. */
export interface Release {
  readonly title: string;
  readonly text: string;
  /** Identity for the release's key; undefined for notes without a version, and when `--key` or `--again` replaces the key. */
  readonly identity: (Origin & { readonly version: string }) | undefined;
}

/**
 * Reads the release that `--section` or `--from-changelog` asks for; undefined without these options.
 * @throws {CliError} for a second text, a file that cannot be read, or a missing section
 */
export async function readRelease(
  { io }: Context,
  argument: string | undefined,
  options: ReleaseOptions,
): Promise<Release | undefined> {
  const { file, section, fromChangelog, key, again, notes: made, mentions } = options;
  if (made) return await (await import('./tool-release.ts')).releaseOfTool(io, made);
  if (section === undefined && fromChangelog === undefined) {
    refuseWithoutRelease(options);
    return undefined;
  }
  const template = options.template === undefined ? undefined : parseNotesTemplate(options.template, '--template');
  if (argument !== undefined || (file !== undefined && fromChangelog !== undefined)) {
    throw usageError('Give the text once: --section and --from-changelog take it from a changelog');
  }
  // The parser and the names of emoji are large, and most posts are no release.
  const { findReleaseNotes, versionIn } = await import('./release-notes.ts');
  const path = typeof fromChangelog === 'string' ? fromChangelog : (file ?? 'CHANGELOG.md');
  const tag = tagOf(io, versionIn);
  const found = findReleaseNotes(await readChangelog(io, path), section ?? tag, path, { mentions });
  const { version, name, title, notes } = found;
  const hasIdentity = version !== undefined && key === undefined && !again;
  const origin = hasIdentity || template ? await findOrigin(io, path) : undefined;
  const identity =
    hasIdentity && origin ? { ...origin, version: name === '' ? version : `${name}@${version}` } : undefined;
  if (!template || !origin) return { title, text: `${title}\n\n${notes}`, identity };
  const release = { title, version: version ?? title, name };
  const facts = await releaseFacts(io, { ...release, tag: section === undefined ? tag : undefined }, origin);
  return { title, text: template({ ...release, ...facts, notes }), identity };
}

function refuseWithoutRelease({ template, mentions }: ReleaseOptions): void {
  const option = template !== undefined ? '--template' : mentions ? '--mentions' : undefined;
  if (option) throw usageError(`${option} is for the notes of a release: add --section or --from-changelog`);
}

/** The tag of the CI job. Trusts the kind that the CI names, because a branch may look like a tag. */
function tagOf({ env }: Io, versionIn: (name: string) => string | undefined): string | undefined {
  const { GITHUB_REF_NAME: name = '', GITHUB_REF_TYPE: kind, GITHUB_REF: ref, CI_COMMIT_TAG: tag } = env;
  const isTag = kind || ref ? kind === 'tag' || ref?.startsWith('refs/tags/') : versionIn(name) !== undefined;
  return (isTag && name) || tag || undefined;
}
