import { checkFiles, type LookedFile, mediaFacts } from '@social/rules';
import { platformName } from '@social/types';
import { fileNameAt } from '../../media/file-name.ts';
import { NOT_STORED } from '../../media/keep/media-source.ts';
import { mediaPlaceOf } from '../connections/server-limits.ts';
import type { Assessment } from '../targets/assessment.ts';

/** Reads what is known of a file at an address without fetching it: null for another server's, `missing` for one that is not stored. */
export type LookAtFile = (workspaceId: string, url: string) => Promise<Omit<LookedFile, 'alt'> | 'missing' | null>;

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

/** Adds to the findings which files were not looked at. @param unseen their addresses */
export function withUnseen(assessment: Assessment, unseen: ReadonlySet<string>): Assessment {
  const { content } = assessment;
  const names = content.media.flatMap(({ url }) =>
    unseen.has(url) && !isNowhere(url) ? [fileNameAt(url) ?? url] : [],
  );
  if (names.length === 0) return assessment;
  const note = [content.note, `Not looked at: ${names.join(', ')}.`].filter((one) => one !== null).join(' ');
  return { ...assessment, content: { ...content, note } };
}

/** Returns true for an address that leads nowhere (RFC 6761): the caller looks at that file itself before it uploads it. */
function isNowhere(url: string): boolean {
  return URL.parse(url)?.hostname.endsWith('.invalid') === true;
}

async function withFilesOf(
  assessment: Assessment,
  lookAt: (url: string) => ReturnType<LookAtFile>,
): Promise<Assessment> {
  const { content, connection } = assessment;
  const { platform, fitMedia } = content;
  if (content.media.length === 0) return assessment;
  const files = await Promise.all(
    content.media.map(async ({ url, alt }) => {
      const look = await lookAt(url);
      return look === 'missing' ? look : look && { ...look, alt };
    }),
  );
  const facts = mediaFacts(platform, connection ? mediaPlaceOf(connection) : {});
  const taker = platformName(platform, connection?.network);
  const known = files.map((file) => (file === 'missing' ? null : file));
  const { problem: refused, notes } = checkFiles(known, { facts, taker, fitMedia });
  const problem = files.includes('missing') ? NOT_STORED : refused;
  const note = [content.note, ...notes].filter((one) => one !== null).join(' ') || null;
  const noted = { ...assessment, content: { ...content, note } };
  if (problem === null || assessment.refusal) return noted;
  return { ...noted, refusal: { code: 'media_refused', message: problem } };
}
