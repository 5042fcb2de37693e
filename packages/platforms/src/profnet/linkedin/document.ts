import { shorten } from '@social/rules';
import type { OutgoingMedia, OutgoingPost, PublishSession } from '../../driver.ts';
import { streamMediaBytes } from '../../media-bytes.ts';
import { ignore } from '../../platform-error.ts';
import { pause, persist } from '../../repeat.ts';
import type { LinkedinApi } from './api.ts';
import { awaitReady, findUploaded, uploadWhole } from './files.ts';

const ADVICE = 'check that it opens without a password and has at most 300 pages';
/** Time for processing where the network does not tell how far it is, and what it adds for the size. */
const WAIT = { ms: 3_000, bytesPerMs: 2_000 };
const MAX_TITLE = 300;

/**
 * Uploads a document, and returns its URN once the network has processed it. Readers see it only when a post names it, so that an
 * interrupted upload begins again.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/documents-api
 */
export async function uploadDocument(api: LinkedinApi, file: OutgoingMedia, session: PublishSession): Promise<string> {
  const { call } = session;
  const process = async (urn: string): Promise<true> => {
    const waiting = awaitReady(api, { kind: 'document', file, urn, advice: ADVICE }, session);
    // The token of a member may write documents, not read them.
    const isReady = await waiting.catch(ignore(({ status }) => status === 403));
    if (!isReady) await pause(WAIT.ms + file.bytes / WAIT.bytesPerMs, call.signal);
    return true;
  };
  const earlier = await findUploaded('document', { file, process }, session);
  if (earlier !== null) return earlier;
  const onBytes = (doneBytes: number) => call.onProgress?.({ stage: 'uploading', doneBytes, totalBytes: file.bytes });
  const body = () => ({ bytes: file.bytes, open: () => streamMediaBytes('profnet', file, { onBytes }) });
  const document = await persist(() => uploadWhole(api, { kind: 'document', file, body }, session), call.signal);
  await call.saveCheckpoint?.({ step: 'upload', sha256: file.sha256, document });
  await process(document);
  return document;
}

/** The title that a document must have where its user gave none: the name of the file, or else the first line of the text. */
export function documentTitle(
  { fileName }: Pick<OutgoingMedia, 'fileName'>,
  { text }: Pick<OutgoingPost, 'text'>,
): string {
  const name = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').trim();
  const [line = ''] = text.trim().split(/\r?\n/);
  // A file without a name is called by its kind.
  return shorten((name === 'document' && line) || name || line, MAX_TITLE);
}
