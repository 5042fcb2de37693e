export { copyLines } from './copies.ts';
export { type Draft, isDraft, problemsOf } from './draft.ts';
export { findIdByBeginning } from './id-by-beginning.ts';
export { findPostId } from './post-id.ts';
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
} from './post-key.ts';
export { findProfile } from './profile.ts';
export {
  isOfFewerPlatforms,
  type LeftOut,
  leftOutBy,
  onlyPlatforms,
  sendablePlatforms,
  settled,
  withLeftOut,
} from './sendable.ts';
export {
  accountMeant,
  byAccount,
  type EveryAccount,
  expandTargets,
  type GivenTarget,
  inOrder,
  isGivenTarget,
  nameAmong,
} from './targets.ts';
export { cleanText } from './text.ts';
export { type PostTime, parseAt, parsePostTime, timeText, utcText } from './time.ts';
export { isUncertain, saysNothingWasSent } from './uncertain.ts';
