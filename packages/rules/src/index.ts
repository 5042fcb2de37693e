export { isBlankText } from './blank-text.ts';
export { actionCost, hasReplies, type PlatformAction, postCost } from './costs.ts';
export { countText, measureText, type TextMeasure } from './count-text.ts';
export { fitText } from './fit-text.ts';
export { fitThread } from './fit-thread.ts';
export { type MediaKind, mediaKindOf } from './media-kind.ts';
export { type MediaCandidate, type MediaSelection, selectMedia } from './select-media.ts';
export { shorten } from './shorten.ts';
export { findUrls, type TextSpan } from './urls.ts';
