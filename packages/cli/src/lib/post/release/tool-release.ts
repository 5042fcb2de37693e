import { cleanText } from '@social/post-input';
import type { Io } from '../../io.ts';
import type { NotesTemplate } from './notes-template.ts';
import { releaseFacts } from './release-facts.ts';
import { readMadeNotes } from './release-notes.ts';
import { findOrigin, type Origin } from './repository.ts';

/** The notes of one release as a release tool made them. */
export interface MadeNotes {
  /** Version without `v`: `1.4.0`. */
  readonly version: string;
  readonly tag: string;
  /** Notes in Markdown, with or without a heading that names the version; may be empty. */
  readonly markdown: string;
  readonly template: NotesTemplate;
  readonly mentions: boolean;
  /**
   * Path of the changelog that the release belongs to, which need not exist. It is part of the release's key: with the same
   * path, `social post --from-changelog` names the same release.
   */
  readonly changelog: string;
}

/** Reads the release of a tool. Its key is that of the same version in the changelog. @throws {CliError} as `findOrigin` */
export async function releaseOfTool(io: Io, { version, tag, markdown, template, mentions, changelog }: MadeNotes) {
  const what = `The changelog of ${version}`;
  const clean = markdown.trim() === '' ? '' : cleanText(markdown, what);
  const { title, name, notes } = readMadeNotes(clean, version, what, { mentions });
  const origin: Origin = await findOrigin(io, changelog);
  const facts = await releaseFacts(io, { title, version, name, tag }, origin);
  const text = cleanText(template({ title, version, ...facts, notes }), 'The text of the release');
  return { title, text, identity: { ...origin, version: name === '' ? version : `${name}@${version}` } };
}
