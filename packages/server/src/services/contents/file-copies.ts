import { signedAddressEnd } from '@social/rules';
import type { Schema } from '@social/types';
import type { PostRow } from '../../store/posts/posts.ts';
import type { PlatformContent } from './publish-request.ts';

export type CopyProblem = Schema<'MediaCopyProblem'>;

/** A file of a scheduled post that is copied before the post is due, as the post's row has it. */
export interface FileCopy {
  readonly url: string;
  readonly state: Schema<'MediaCopyState'>;
  /** Number of tries that failed. */
  readonly tries: number;
  /** Instant of the next try; null once it was copied or has failed. */
  readonly dueAt: string | null;
  /** The stored file, in lower-case hexadecimal; null before it was copied. */
  readonly sha256: string | null;
  /** Why it failed; null otherwise. */
  readonly problem: CopyProblem | null;
}

/** Pauses before the further tries. */
const PAUSES_MS = [30_000, 120_000, 600_000];

/** Columns of a post with its copies. */
export type CopyColumns = Pick<PostRow, 'copies' | 'copies_due_at'>;

/** Reads the copies of a post from its row. */
export function copiesOf({ copies }: Pick<PostRow, 'copies'>): FileCopy[] {
  return JSON.parse(copies ?? '[]') as FileCopy[];
}

/** Returns the SHA-256 of the copied files, by their addresses. */
export function copiedFilesOf(copies: string): ReadonlyMap<string, string> {
  return new Map(copiesOf({ copies }).flatMap(({ url, sha256 }) => (sha256 === null ? [] : [[url, sha256] as const])));
}

/** Writes the copies of a post into its columns. */
export function toCopyColumns(copies: readonly FileCopy[]): CopyColumns {
  const due = copies.flatMap(({ dueAt }) => dueAt ?? []).sort();
  return { copies: copies.length > 0 ? JSON.stringify(copies) : null, copies_due_at: due[0] ?? null };
}

/**
 * Chooses the files of a scheduled post that are copied: all that the post asks for, else those whose addresses end before it may be
 * sent last. A copy that is there stays; one that has failed is tried anew.
 * @param latestStart latest instant at which the post may be begun
 */
export function planCopies(
  contents: readonly Pick<PlatformContent, 'media'>[],
  post: Pick<PostRow, 'copies' | 'copy_media'>,
  by: { readonly latestStart: number; readonly now: string; readonly isOwn: (url: string) => boolean },
): FileCopy[] {
  const urls = new Set(contents.flatMap(({ media }) => media.map(({ url }) => url)));
  const earlier = new Map(copiesOf(post).map((copy) => [copy.url, copy]));
  return [...urls].flatMap((url) => {
    const known = earlier.get(url);
    if (known?.state === 'copied') return known;
    if (by.isOwn(url)) return [];
    if (post.copy_media === 0 && (signedAddressEnd(url) ?? Number.POSITIVE_INFINITY) > by.latestStart) return [];
    if (known?.state === 'copying') return known;
    return { url, state: 'copying', tries: 0, dueAt: by.now, sha256: null, problem: null };
  });
}

/** Returns a copy after it was stored. */
export function asCopied(copy: FileCopy, sha256: string): FileCopy {
  return { ...copy, state: 'copied', dueAt: null, sha256, problem: null };
}

/**
 * Returns a copy after a try that failed: it is tried again after a pause, while the address lives and the post waits.
 * @param isFinal says that another try would fail, too
 */
export function afterFailure(
  copy: FileCopy,
  problem: CopyProblem,
  { isFinal, now, dueAt }: { readonly isFinal: boolean; readonly now: number; readonly dueAt: number },
): FileCopy {
  const next = now + (PAUSES_MS[copy.tries] ?? Number.POSITIVE_INFINITY);
  const tries = copy.tries + 1;
  if (isFinal || next >= Math.min(dueAt, signedAddressEnd(copy.url) ?? dueAt)) {
    return { ...copy, state: 'failed', tries, dueAt: null, problem };
  }
  return { ...copy, tries, dueAt: new Date(next).toISOString() };
}
