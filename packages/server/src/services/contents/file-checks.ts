import { checkFiles, mediaFacts } from '@social/rules';
import { platformName } from '@social/types';
import type { FoundFile } from '../../media/address-looks.ts';
import { mediaPlaceOf } from '../connections/server-limits.ts';
import type { Assessment } from './assessment.ts';

/**
 * Reads what is known of a file at an address without fetching all of it. Never rejects for what another server does.
 * @param isQuick set to ask no other server
 */
export type LookAtFile = (workspaceId: string, url: string, isQuick: boolean) => Promise<FoundFile>;

/**
 * Adds to the findings of a dry run what a publish would do with the files, and why a network would refuse them, by the checks that
 * the publish makes.
 */
export async function withFiles(
  assessments: readonly Assessment[],
  lookAt: (url: string) => ReturnType<LookAtFile>,
): Promise<Assessment[]> {
  const looks = new Map<string, ReturnType<LookAtFile>>();
  const lookOnce = (url: string) => {
    const look = looks.get(url) ?? lookAt(url);
    looks.set(url, look);
    return look;
  };
  return Promise.all(assessments.map((assessment) => withFilesOf(assessment, lookOnce)));
}

async function withFilesOf(
  assessment: Assessment,
  lookAt: (url: string) => ReturnType<LookAtFile>,
): Promise<Assessment> {
  const { content, connection } = assessment;
  const { platform, fitMedia } = content;
  if (content.media.length === 0) return assessment;
  const found = await Promise.all(content.media.map(({ url }) => lookAt(url)));
  const files = found.map((one, index) => ('file' in one ? { ...one.file, alt: content.media[index]?.alt } : null));
  const facts = mediaFacts(platform, connection ? mediaPlaceOf(connection) : {});
  const taker = platformName(platform, connection?.network);
  const { problem: refused, notes } = checkFiles(files, { facts, taker, fitMedia });
  const problem = found.find((one) => 'problem' in one)?.problem ?? refused;
  const unseen = found.flatMap((one) => ('note' in one ? one.note : []));
  const note = [content.note, ...notes, ...unseen].filter((one) => one !== null).join(' ') || null;
  const noted = { ...assessment, content: { ...content, note } };
  if (problem === null || assessment.refusal) return noted;
  return { ...noted, refusal: { code: 'media_refused', message: problem } };
}
