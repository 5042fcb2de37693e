import type { FilePlan, KnownFile } from '@social/rules';
import type { PlatformId } from '@social/types';

/** A file that a publish would make and store with those of its workspace. */
export interface MadeFile extends Pick<KnownFile, 'name' | 'contentType'> {
  /** The same for a file that is made once for several platforms. */
  readonly key: string;
  /** Bytes, at least and at most. */
  readonly least: number;
  readonly most: number;
}

/** What a workspace can store. */
export interface Room {
  /** Explains why a workspace cannot store as many further bytes; null where it can. */
  readonly roomProblem: (workspaceId: string, bytes: number) => Promise<string | null>;
  /** Returns true when a workspace has a file of this size and type from which nothing can be removed. */
  readonly hasStripped: (
    workspaceId: string,
    file: { readonly bytes: number; readonly contentType: string },
  ) => Promise<boolean>;
}

/** Lists what a platform's publish would make. @param by.urls of the files that are planned, in their order */
export function madeFilesOf(
  plans: readonly (FilePlan | null)[],
  { platform, urls }: { readonly platform: PlatformId; readonly urls: readonly string[] },
): MadeFile[] {
  return plans.flatMap((plan, index) => {
    if (!plan?.made) return [];
    const { file, made, isEncoded } = plan;
    // A file is stripped once for all networks, and encoded for each.
    const key = `${isEncoded ? platform : ''} ${urls[index]}`;
    return [{ key, name: file.name, contentType: file.contentType, ...made }];
  });
}

/**
 * Finds out whether a workspace has room for what a publish would make. A result that is stored already needs none: a stripped file of
 * exactly the expected size and type is taken for it.
 * @returns null where there is room; `isCertain` is false where the sizes, known only once the files are made, decide
 */
export async function roomFinding(
  made: readonly MadeFile[],
  room: Room,
  workspaceId: string,
): Promise<{ readonly isCertain: boolean; readonly message: string } | null> {
  const needed: MadeFile[] = [];
  for (const file of new Map(made.map((one) => [one.key, one])).values()) {
    const isStored = file.least === file.most && (await room.hasStripped(workspaceId, { ...file, bytes: file.most }));
    if (!isStored) needed.push(file);
  }
  const [first] = needed;
  if (!first) return null;
  const sum = (bytes: (file: MadeFile) => number) => needed.reduce((total, file) => total + bytes(file), 0);
  const what =
    needed.length === 1 ? `${first.name} in the form in which it is` : 'the files in the form in which they are';
  const certain = await room.roomProblem(
    workspaceId,
    sum(({ least }) => least),
  );
  if (certain !== null) return { isCertain: true, message: `There is no room for ${what} sent: ${certain}` };
  const possible = await room.roomProblem(
    workspaceId,
    sum(({ most }) => most),
  );
  return possible === null
    ? null
    : { isCertain: false, message: `There may be no room for ${what} sent: ${possible}.` };
}
