/** Facts about a file that its bytes tell. */
export interface FoundFile {
  /** MIME type by content: an MP4 without pictures is `audio/mp4`, a WebM without pictures is `audio/webm`. */
  readonly type: string;
  readonly shows: 'picture' | 'video' | 'sound' | 'nothing';
  /** Pixels as they are stored. */
  readonly width?: number;
  readonly height?: number;
  /** How a picture is turned and mirrored to be seen, from 1 (as stored) to 8, as in EXIF. */
  readonly orientation?: number;
  /** Degrees clockwise by which a video is turned to be seen: 0, 90, 180 or 270. */
  readonly rotation?: number;
  /** Number of pictures in a file that moves, up to 1000. */
  readonly frames?: number;
  /** Length of a video in seconds, where the file tells it. */
  readonly seconds?: number;
}

/** Returns the width and height of a picture or video as people see it, after it was turned. */
export function seenSides({ width, height, orientation = 1, rotation = 0 }: FoundFile) {
  if (width === undefined || height === undefined) return undefined;
  const isOnItsSide = orientation >= 5 || rotation % 180 === 90;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}

/** Facts that the tracks of a movie tell, collected while it is read. */
export interface Movie {
  hasPictures: boolean;
  hasSound: boolean;
  width?: number;
  height?: number;
  rotation?: number;
  seconds?: number;
}

/** Tells what a movie shows. @param types The second part of its MIME type as a video, and as anything else. */
export function foundMovie({ hasPictures, hasSound, ...facts }: Movie, types: readonly [string, string]): FoundFile {
  const [video, other] = types;
  if (hasPictures) return { type: `video/${video}`, shows: 'video', ...facts };
  return hasSound ? { type: `audio/${other}`, shows: 'sound' } : { type: `application/${other}`, shows: 'nothing' };
}
