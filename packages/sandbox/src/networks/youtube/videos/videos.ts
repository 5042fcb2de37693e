import { randomBytes } from 'node:crypto';
import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import { countOf } from '../../../world/counters.ts';
import { look } from '../../../world/files/look.ts';
import { createMedia, type Post } from '../../../world/posts.ts';
import type { StoredBytes } from '../../../world/stored-bytes.ts';
import { acceptPost } from '../../../world/world.ts';
import { problemOf } from '../../check-media.ts';
import { advance, checksUntilReady } from '../../processing.ts';
import { commentsOn } from '../comments/comments.ts';
import { badParameter } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { protect, readParts } from '../session.ts';
import type { Video, YoutubeState } from '../state.ts';
import type { VideoMetadata } from './video-body.ts';

const readableParts = [
  'id',
  'snippet',
  'contentDetails',
  'status',
  'processingDetails',
  'statistics',
  'paidProductPlacementDetails',
];

/** Reading videos. @see https://developers.google.com/youtube/v3/docs/videos/list */
export function videoRoute(state: YoutubeState): Route {
  return protect(state, {
    method: 'GET',
    path: '/youtube/v3/videos',
    operation: 'read',
    scopes: ['youtube.readonly', 'youtube', 'youtube.force-ssl'],
    quota: { bucket: 'general', units: 1 },
    handle: (call, { account }) => listVideos(state, call, account.id),
  });
}

function listVideos(state: YoutubeState, call: Call, channelId: string): Reply {
  const parts = readParts(call, readableParts);
  const ids = call.query.getAll('id').flatMap((value) => value.split(','));
  if (!call.query.has('id')) return badParameter('id', 'No filter selected.');
  const found = ids.flatMap((id) => state.videos.get(id) ?? []);
  const visible = found.filter((video) => video.privacyStatus !== 'private' || video.channelId === channelId);
  const items = visible.map((video) => presentVideo(state, video, parts));
  for (const video of visible) advance(state.world, video);
  return {
    status: 200,
    json: {
      kind: 'youtube#videoListResponse',
      etag: `"${items.length}"`,
      items,
      pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    },
  };
}

/** Creates a video of complete bytes, and publishes it. */
export function createVideo(
  { world, videos }: YoutubeState,
  upload: { channelId: string; metadata: VideoMetadata; blob: StoredBytes; contentType: string },
): Video {
  const { channelId, metadata, blob, contentType } = upload;
  const found = look(blob);
  const id = randomBytes(8).toString('base64url');
  const video: Video = {
    ...metadata,
    id,
    channelId,
    publishedAt: world.now(),
    media: createMedia(blob, found?.type ?? contentType),
    problem: problemOf(found, blob.bytes, mediaLimits.videos),
    pendingChecks: checksUntilReady,
  };
  videos.set(id, video);
  const post = {
    network: 'youtube',
    id,
    accountId: channelId,
    text: readableText(metadata),
    media: [video.media],
    labels: labelsOf(metadata),
    settings: settingsOf(metadata),
  } as const;
  acceptPost(world, { ...post, createdAt: video.publishedAt, hidden: metadata.privacyStatus === 'private' });
  return video;
}

/** Title and description as a page shows them, without the title when the description begins with it. */
function readableText({ title, description }: VideoMetadata): string {
  if (description.startsWith(title)) return description;
  return description === '' ? title : `${title}\n\n${description}`;
}

/** What the page of a video says about it. */
function labelsOf(metadata: VideoMetadata): string[] {
  const { privacyStatus, isMadeForKids, containsSyntheticMedia, hasPaidProductPlacement } = metadata;
  return [
    ...(privacyStatus === 'public' ? [] : [privacyStatus]),
    ...(isMadeForKids ? ['made for kids'] : []),
    ...(containsSyntheticMedia ? ['altered or synthetic content'] : []),
    ...(hasPaidProductPlacement ? ['includes paid promotion'] : []),
  ];
}

function settingsOf(metadata: VideoMetadata): NonNullable<Post['settings']> {
  const { privacyStatus, categoryId, isMadeForKids, containsSyntheticMedia } = metadata;
  const { hasPaidProductPlacement, notifySubscribers } = metadata;
  return {
    ...{
      privacyStatus,
      categoryId,
      selfDeclaredMadeForKids: isMadeForKids,
      hasPaidProductPlacement,
      notifySubscribers,
    },
    ...(containsSyntheticMedia !== undefined && { containsSyntheticMedia }),
  };
}

/** A video resource with the given parts. */
export function presentVideo(state: YoutubeState, video: Video, parts: readonly string[]): Json {
  const { id, title, description, channelId } = video;
  const all: Record<string, Json> = {
    snippet: {
      publishedAt: new Date(video.publishedAt).toISOString(),
      channelId,
      title,
      description,
      thumbnails: {},
      channelTitle: state.world.accounts.find('youtube', channelId)?.name ?? '',
      ...(video.tags.length > 0 && { tags: video.tags }),
      categoryId: video.categoryId,
      liveBroadcastContent: 'none',
      localized: { title, description },
    },
    status: presentStatus(video),
    processingDetails: { processingStatus: processingStatusOf(video) },
    contentDetails: { definition: 'hd', caption: 'false', licensedContent: false },
    paidProductPlacementDetails: { hasPaidProductPlacement: video.hasPaidProductPlacement },
    ...(parts.includes('statistics') && { statistics: statisticsOf(state, id) }),
  };
  const chosen = Object.entries(all).filter(([name]) => parts.includes(name));
  return { kind: 'youtube#video', etag: `"${id}"`, id, ...Object.fromEntries(chosen) };
}

/** The network writes numbers as texts. Favorites no longer exist, and dislikes are shown to the owner. */
function statisticsOf(state: YoutubeState, id: string): Json {
  const post = state.world.posts.find('youtube', id);
  const text = (name: string, done = 0) => String(countOf(post, name, done));
  const commentCount = text('commentCount', commentsOn(state, id).length);
  const counters = { viewCount: text('viewCount'), likeCount: text('likeCount'), commentCount };
  return { ...counters, dislikeCount: '0', favoriteCount: '0' };
}

function presentStatus(video: Video): Json {
  return {
    ...outcomeOf(video),
    privacyStatus: video.privacyStatus,
    ...(video.publishAt !== null && { publishAt: video.publishAt }),
    license: 'youtube',
    embeddable: true,
    publicStatsViewable: true,
    madeForKids: video.isMadeForKids,
    selfDeclaredMadeForKids: video.isMadeForKids,
    ...(video.containsSyntheticMedia !== undefined && { containsSyntheticMedia: video.containsSyntheticMedia }),
  };
}

/** A file that is no video fails, and a video that is too long is rejected. */
function outcomeOf({ problem, pendingChecks }: Video): Json & object {
  if (problem === 'duration') return { uploadStatus: 'rejected', rejectionReason: 'length' };
  if (problem !== undefined) return { uploadStatus: 'failed', failureReason: 'invalidFile' };
  return { uploadStatus: pendingChecks === checksUntilReady ? 'uploaded' : 'processed' };
}

function processingStatusOf({ pendingChecks, problem }: Video): string {
  if (problem !== undefined) return 'failed';
  return pendingChecks > 0 ? 'processing' : 'succeeded';
}
