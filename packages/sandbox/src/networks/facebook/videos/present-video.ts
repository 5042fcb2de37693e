import type { Json } from '../../../http/route.ts';
import type { Video } from '../state.ts';

export function presentVideo(video: Video, site: string): Record<string, Json | undefined> {
  const { id, isPublished } = video;
  if (video.phase !== 'processing') {
    const isUploaded = video.phase === 'uploaded';
    const uploading = { status: isUploaded ? 'complete' : 'in_progress' };
    const notStarted = { status: 'not_started' };
    const phases = { uploading_phase: uploading, processing_phase: notStarted, publishing_phase: notStarted };
    const status = { video_status: isUploaded ? 'upload_complete' : 'uploading', ...phases };
    return { id, published: isPublished, status };
  }
  const isPending = video.pendingChecks > 0;
  const isBroken = !isPending && !video.isPlayable;
  const word = isPending ? 'processing' : isBroken ? 'error' : 'ready';
  const phase = isPending ? 'in_progress' : isBroken ? 'error' : 'complete';
  const error = isBroken ? { error: { message: 'The video file could not be processed' } } : {};
  return {
    ...{ id, published: isPublished, title: video.title, description: video.description },
    permalink_url: `${site}/reel/${id}`,
    status: {
      video_status: word,
      uploading_phase: { status: 'complete' },
      processing_phase: { status: phase, ...error },
      publishing_phase: isBroken
        ? { status: 'error', publish_status: 'error' }
        : {
            status: isPending ? 'not_started' : 'complete',
            publish_status: isPending || !isPublished ? 'draft' : 'published',
          },
    },
  };
}
