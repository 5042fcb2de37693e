import { basename } from 'node:path';
import type { Io } from '../../io.ts';
import { findTag, type Origin, pageOfRepository } from './repository.ts';

/** What a template says about a release besides its notes. */
interface ReleaseFacts {
  readonly product: string;
  readonly tag: string;
  readonly date: string;
  readonly link: string;
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b/;

/**
 * Finds product, tag, day and page of a release.
 * @param tag undefined to look for a tag of the version in git; without one the release has no page
 * @param name package of the heading; empty without one
 */
export async function releaseFacts(
  io: Io,
  { title, version, name, tag }: { title: string; version: string; name: string; tag: string | undefined },
  { repository }: Origin,
): Promise<ReleaseFacts> {
  const known =
    tag ?? (await findTag(io, name === '' ? [`v${version}`, version] : [`${name}@${version}`, `${name}-v${version}`]));
  const page = known === '' ? null : await pageOfRepository(io);
  return {
    product: name.split('/').at(-1) || repository.split('/').at(-1) || basename(io.workingDirectory),
    tag: known || version,
    date: DAY.exec(title)?.[0] ?? io.now().toISOString().slice(0, 10),
    link:
      page === null
        ? ''
        : `${page}${/\bgitlab\b/i.test(page) ? '/-/releases/' : '/releases/tag/'}${encodeURIComponent(known)}`,
  };
}
