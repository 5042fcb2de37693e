import { filesProblem } from '@social/platforms';
import { checkFiles, type FilePlan, fetchProblem, mediaFacts } from '@social/rules';
import { type ErrorCode, platformName } from '@social/types';
import { type FoundFile, isNotUploaded } from '../../media/address-looks.ts';
import { mediaPlaceOf } from '../connections/server-limits.ts';
import type { Assessment } from './assessment.ts';
import { type MadeFile, madeFilesOf, type Room, roomFinding } from './made-files.ts';

/** Finds out about the files of posts. */
export interface FileFacts extends Room {
  /**
   * Reads what is known of a file without fetching all of it. Never rejects for what another server does.
   * @param isQuick set to ask no other server
   */
  readonly lookAt: (workspaceId: string, url: string, isQuick: boolean) => Promise<FoundFile>;
  /** Address below which networks can fetch the files that this server makes; null where none can. */
  readonly publicBase: string | null;
}

/** The post whose files are checked. */
export interface CheckedPost {
  readonly workspaceId: string;
  /** Set to ask no other server. */
  readonly isQuick: boolean;
  /** Set where the post is not sent now: until then, other servers may answer otherwise, and files may be deleted. */
  readonly isLater: boolean;
}

/** Findings about a platform's post, and the files that its publish would make. */
interface Checked {
  readonly assessment: Assessment;
  readonly made: readonly MadeFile[];
}

/**
 * Adds to the findings of a dry run what a publish would do with the files, and why it would be refused, by the checks that the
 * publish makes.
 */
export async function withFiles(
  assessments: readonly Assessment[],
  facts: FileFacts,
  post: CheckedPost,
): Promise<Assessment[]> {
  const looks = new Map<string, Promise<FoundFile>>();
  const lookOnce = (url: string) => {
    const look = looks.get(url) ?? facts.lookAt(post.workspaceId, url, post.isQuick);
    looks.set(url, look);
    return look;
  };
  const checked = await Promise.all(
    assessments.map((assessment) => withFilesOf(assessment, lookOnce, { post, madeUrl: facts.publicBase })),
  );
  const sent = checked.filter(({ assessment }) => assessment.refusal === null);
  const room = await roomFinding(
    sent.flatMap(({ made }) => made),
    facts,
    post.workspaceId,
  );
  return checked.map(({ assessment, made }) => {
    if (room === null || made.length === 0) return assessment;
    const isRefused = room.isCertain && !post.isLater;
    return isRefused
      ? withFinding(assessment, [], { code: 'media_quota_exceeded', message: room.message })
      : withFinding(assessment, [room.message], null);
  });
}

async function withFilesOf(
  assessment: Assessment,
  lookAt: (url: string) => Promise<FoundFile>,
  { post, madeUrl }: { readonly post: CheckedPost; readonly madeUrl: string | null },
): Promise<Checked> {
  const { content, connection } = assessment;
  const { platform, fitMedia, media, settings } = content;
  if (media.length === 0) return { assessment, made: [] };
  const found = await Promise.all(media.map(({ url }) => lookAt(url)));
  const files = found.map((one, index) => ('file' in one ? { ...one.file, alt: media[index]?.alt } : null));
  const facts = mediaFacts(platform, connection ? { ...mediaPlaceOf(connection), settings } : {});
  const taker = platformName(platform, connection?.network);
  const { problem, notes, plans } = checkFiles(files, { facts, taker, fitMedia, madeUrl });
  // An upload has no other address than those of this server.
  const unfetched = media.flatMap(({ url, kind }) =>
    kind !== null && isNotUploaded(url) ? (fetchProblem({ kind, publicUrl: madeUrl }, facts, taker) ?? []) : [],
  );
  const [refused = unfetched.length > 0 ? `The file ${unfetched[0]}` : null] = problem === null ? [] : [problem];
  const failed = found.map((one) => failureOf(one, post)).find((one) => one !== null) ?? null;
  const unseen = found.flatMap((one) => ('note' in one && one.note !== null ? [one.note] : []));
  const refusal =
    failed ??
    (refused === null ? null : { code: 'media_refused' as const, message: refused }) ??
    settingsFailure(assessment, plans);
  return {
    assessment: withFinding(assessment, failed === null ? [...notes, ...unseen] : notes, refusal),
    made: madeFilesOf(plans, { platform, urls: media.map(({ url }) => url) }),
  };
}

/** Makes the driver's own check of the settings with the files, as they will be sent. */
function settingsFailure(
  { content: { platform, settings, media }, connection }: Assessment,
  plans: readonly (FilePlan | null)[],
): Failure | null {
  if (!connection) return null;
  const files = media.map(({ url, kind }, index) => {
    const { file } = plans[index] ?? {};
    const { size: dimensions = null, duration = null, name: fileName = url } = file ?? {};
    return { kind: file?.kind ?? kind, dimensions, duration, fileName };
  });
  const problem = filesProblem({ platform, network: connection.network }, { settings, media: files });
  return problem && { code: problem.code, message: problem.message };
}

/** A reason for which a publish would fail. */
interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

function failureOf(found: FoundFile, { isLater }: CheckedPost): Failure | null {
  if ('problem' in found) return { code: found.code, message: found.problem };
  return 'failsNow' in found && found.failsNow && !isLater
    ? { code: 'media_unreachable', message: found.failsNow }
    : null;
}

/** Adds notes, and a refusal to what was not refused before. */
function withFinding(assessment: Assessment, notes: readonly string[], refusal: Failure | null): Assessment {
  const { content } = assessment;
  const note = [content.note, ...notes].filter((one) => one !== null).join(' ') || null;
  const noted = { ...assessment, content: { ...content, note } };
  return refusal === null || assessment.refusal ? noted : { ...noted, refusal };
}
