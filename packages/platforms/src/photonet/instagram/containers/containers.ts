import { shorten } from '@social/rules';
import type { OutgoingMedia, OutgoingPost, PublishSession } from '../../../driver.ts';
import { asId, asString, type JsonObject } from '../../../http/lossless-json.ts';
import { cleanText } from '../../../http/safe-quote.ts';
import { unavailable } from '../../../meanings.ts';
import { refusedMedia } from '../../../media-bytes.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../../meta-graph/graph-call.ts';
import { PlatformError } from '../../../platform-error.ts';
import { pollUntil } from '../../../poll.ts';
import type { InstagramApi } from '../api.ts';
import { itemParameters, postParameters } from '../settings/parameters.ts';
import { isStory } from '../settings/post-kind.ts';
import { uploadBytes } from './upload.ts';

const MAX_ALT_LENGTH = 1000;
const PROCESSING_TIMEOUT_MS = 8 * 60 * 1000;
const STATUS_CODES = ['IN_PROGRESS', 'FINISHED', 'ERROR', 'EXPIRED', 'PUBLISHED'] as const;

/** State of a container. */
export interface ContainerStatus {
  readonly code: (typeof STATUS_CODES)[number];
  /** The network's own words. */
  readonly detail: string | null;
}

/** Makes the container of one file, which is a whole post or one part of a carousel. */
export async function createFileContainer(
  api: InstagramApi,
  { file, post }: { readonly file: OutgoingMedia; readonly post: OutgoingPost },
  session: PublishSession,
): Promise<string> {
  const isItem = post.media.length > 1;
  const isBare = isStory(post);
  const common = isItem
    ? { is_carousel_item: true, ...itemParameters(post, file) }
    : { ...(!isBare && { caption: post.text }), ...postParameters(api, post) };
  if (file.kind === 'image') {
    const alt = file.alt === '' || isBare ? {} : { alt_text: shorten(file.alt, MAX_ALT_LENGTH) };
    const type = isBare ? { media_type: 'STORIES' } : {};
    return create(api, { ...type, image_url: addressOf(file), ...alt, ...common }, session);
  }
  const video = { media_type: isItem ? 'VIDEO' : isBare ? 'STORIES' : 'REELS', ...common };
  if (api.uploadOrigin === null) return create(api, { ...video, video_url: addressOf(file) }, session);
  return uploadBytes(api, { file, json: { ...video, upload_type: 'resumable' } }, session);
}

/** Makes the container of a carousel from its ready parts. */
export function createCarousel(
  api: InstagramApi,
  { children, post }: { readonly children: readonly string[]; readonly post: OutgoingPost },
  session: PublishSession,
): Promise<string> {
  const parts = { media_type: 'CAROUSEL', children: children.join(',') };
  return create(api, { ...parts, caption: post.text, ...postParameters(api, post) }, session);
}

async function create(api: InstagramApi, json: JsonObject, session: PublishSession): Promise<string> {
  const path = `/${graphIdSegment('photonet', session.account.accountId)}/media`;
  const { body, broken } = await callGraph(api.graph, { method: 'POST', path, json, effect: 'none' }, session);
  const id = asId(body['id'], GRAPH_ID);
  if (id === null) throw broken();
  return id;
}

/** Asks once for the state of a container. */
async function readStatus(api: InstagramApi, container: string, session: PublishSession): Promise<ContainerStatus> {
  const path = `/${graphIdSegment('photonet', container)}`;
  const request = { method: 'GET', path, query: { fields: 'status_code,status' }, effect: 'none' } as const;
  const { body, broken } = await callGraph(api.graph, request, session);
  const code = STATUS_CODES.find((each) => each === body['status_code']);
  if (code === undefined) throw broken();
  return { code, detail: asString(body['status']) };
}

/** Waits until a container can be published, or never can be, and returns its state. */
export async function awaitContainer(
  api: InstagramApi,
  container: string,
  session: PublishSession,
): Promise<ContainerStatus> {
  const ask = async (): Promise<ContainerStatus | null> => {
    const status = await readStatus(api, container, session);
    return status.code === 'IN_PROGRESS' ? null : status;
  };
  const { call } = session;
  const status = await pollUntil('photonet', ask, { timeoutMs: PROCESSING_TIMEOUT_MS, call });
  if (status) return status;
  const message = 'Instagram takes long to prepare the post; nothing was published, try again later';
  throw new PlatformError('photonet', unavailable(message));
}

/** Address from which Instagram fetches a file, which the limits have asked for. */
function addressOf({ fileName, publicUrl }: OutgoingMedia): string {
  if (publicUrl !== null) return publicUrl;
  throw refusedMedia('photonet', `${cleanText(fileName, 100)} has no public address`);
}
