import type { OutgoingPost } from '../../../driver.ts';

const WHOLE = ['video_reels', 'video_stories'] as const;

/** Connection of a page that takes videos. Those of reels and stories take a file in one request. */
export type VideoEdge = 'videos' | (typeof WHOLE)[number];

/** Reads the name of a connection, which a checkpoint has where it is not the usual one. */
export function asEdge(name: unknown): VideoEdge {
  return WHOLE.find((edge) => edge === name) ?? 'videos';
}

/** The connection to which a post with a video goes. */
export function edgeFor({ settings }: Pick<OutgoingPost, 'settings'>): VideoEdge {
  if (settings['type'] === 'reel') return 'video_reels';
  return settings['type'] === 'story' ? 'video_stories' : 'videos';
}
