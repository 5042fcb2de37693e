import type { MediaItem, PublishInput } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import { type LocalFile, readLocalFile } from '../../server/local-file.ts';
import { showProgress } from '../../server/send.ts';
import { uploadFile } from '../../server/upload.ts';

/** One `--media` with the `--alt` after it. */
export interface MediaOption {
  /** An address, or the path of a file. */
  readonly source: string;
  alt?: string;
}

/** The media of a post. A local file is named by its hash until it is uploaded. */
export interface GivenMedia {
  readonly items: MediaItem[];
  readonly files: ReadonlyMap<string, LocalFile>;
}

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Reads size and hash of local files. @throws {CliError} naming a file that cannot be read */
export async function readMedia(context: Context, options: readonly MediaOption[]): Promise<GivenMedia> {
  const files = new Map<string, LocalFile>();
  const items: MediaItem[] = [];
  for (const { source, alt } of options) {
    let url = source;
    if (!isAddress(source)) {
      const file = await showProgress(context, `reading ${source} …`, readLocalFile(source, context.io.signal));
      url = `sha256:${file.sha256}`;
      files.set(url, file);
    }
    items.push({ url, ...(alt !== undefined && { alt }) });
  }
  return { items, files };
}

/** Uploads each local file that the input names once. @returns the input with the files' addresses */
export async function withUploads(
  context: Context,
  client: SocialClient,
  input: PublishInput,
  files: GivenMedia['files'],
): Promise<PublishInput> {
  const addresses = new Map<string, string>();
  for (const [name, file] of files) {
    if (input.media?.some(({ url }) => url === name)) addresses.set(name, await uploadFile(context, client, file));
  }
  return withAddresses(input, addresses);
}

/** Ends of addresses that tell a dry run the kind of a file, which is all that it looks at. */
const ENDINGS = { image: '.jpg', video: '.mp4', document: '.pdf' };

/** Replaces local files by addresses that lead nowhere. */
export function withoutUploads(input: PublishInput, files: GivenMedia['files']): PublishInput {
  const entries = [...files].map(
    ([name, { sha256, look }]) => [name, `https://not-uploaded.invalid/${sha256}${ENDINGS[look.kind]}`] as const,
  );
  return withAddresses(input, new Map(entries));
}

function withAddresses(input: PublishInput, addresses: ReadonlyMap<string, string>): PublishInput {
  if (!input.media || addresses.size === 0) return input;
  return { ...input, media: input.media.map((item) => ({ ...item, url: addresses.get(item.url) ?? item.url })) };
}
