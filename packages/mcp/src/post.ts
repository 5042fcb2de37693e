export { copyLines } from './post/copies.ts';
export { type Draft, isDraft, problemsOf } from './post/draft.ts';
export { findIdByBeginning } from './post/id-by-beginning.ts';
export { findPostId } from './post/post-id.ts';
export {
  deriveKey,
  draftBehind,
  FITS,
  type Fit,
  freshKey,
  type KeyedPost,
  type MediaItem,
  type PublishInput,
  postBehind,
  timeOf,
} from './post/post-key.ts';
export { findProfile } from './post/profile.ts';
export { cleanText } from './post/text.ts';
export { type PostTime, parseAt, parsePostTime, timeText, utcText } from './post/time.ts';
export { isUncertain, saysNothingWasSent } from './post/uncertain.ts';
