export { areCommentsPosts, commentFacts, hasComments, measureComment } from './comments.ts';
export { actionCost, deletionCost, hasReplies, type PlatformAction, postCost, undecidedCredits } from './costs.ts';
export { fitText } from './fit/fit-text.ts';
export { fitThread, MAX_PARTS, threadPosts } from './fit/fit-thread.ts';
export { sizesText, sizeText } from './media/file-size.ts';
export {
  fittedSize,
  type ImageLimits,
  type ImageSize,
  imageExcess,
  scaledSize,
} from './media/image-limits.ts';
export type { FileKind, FileLook, FileSource, FileTells, FileType } from './media/look/file-look.ts';
export { HEAD_BYTES } from './media/look/file-type.ts';
export { lookAtFile, typeOfHead } from './media/look/look-at-file.ts';
export { mediaAddressExpiry } from './media/media-address.ts';
export { type MediaPlace, mediaFacts } from './media/media-facts.ts';
export { type MediaKind, mediaKindOf } from './media/media-kind.ts';
export {
  CONVERSIONS,
  checkFiles,
  encodingProblem,
  type FilePlan,
  type LookedFile,
  MAX_DECODED_BYTES,
  MAX_PIXELS,
  planFile,
  unusableProblem,
} from './media/media-plan.ts';
export {
  fetchProblem,
  fileProblem,
  type KnownFile,
  limitsFor,
  mediaProblem,
  numberProblem,
  typeName,
} from './media/media-problem.ts';
export {
  DOCUMENT_TYPES,
  isMedia,
  type MediaLook,
  type MediaType,
  mayBeMedia,
  typeProblem,
} from './media/media-type.ts';
export { type MediaCandidate, type MediaSelection, selectMedia } from './media/select-media.ts';
export { signedAddressEnd } from './media/signed-address.ts';
export { applyEdits } from './media/strip/apply-edits.ts';
export type { FileEdit } from './media/strip/file-edits.ts';
export { planStrip, QUICK_STRIP_LIMITS } from './media/strip/plan-strip.ts';
export { type StripFacts, stripFactsOf, stripNote } from './media/strip/strip-facts.ts';
export type { StripPlan } from './media/strip/strip-plan.ts';
export { toldBy } from './media/tells.ts';
export { isWholeFile } from './media/whole/whole-file.ts';
export { byNearness, nearest } from './nearest.ts';
export { outcomeOf, previewOutcomeOf } from './outcome.ts';
export { graphemesOf, isBlankText, shorten } from './text/characters.ts';
export {
  countedSetting,
  countText,
  dependsOnNetwork,
  leftOut,
  measureText,
  type TextMeasure,
  type TextPlace,
  textLeftOut,
} from './text/count-text.ts';
export { escapeMarkdown } from './text/escape-markdown.ts';
export { type Facet, findFacets } from './text/facets.ts';
export { foldAt } from './text/fold.ts';
export { MAX_LABEL_LENGTH, normalizeLabel } from './text/labels.ts';
export { canonicalLanguage, isLanguage } from './text/languages.ts';
export { findLinks, type Link, type LinkRules } from './text/links/links.ts';
export { listed } from './text/listed.ts';
export { findMarks, type TextMark } from './text/marks.ts';
export { toNfc } from './text/nfc.ts';
export {
  type PollOfPost,
  type PollPlace,
  pollFacts,
  pollInWords,
  pollProblem,
  pollQuestion,
  spanOf,
} from './text/poll.ts';
export { type SearchWord, searchWordsOf, wordsOf } from './text/words.ts';
export { instantOf, isTimeZone, localTimeOf, withOffset } from './time/local-time.ts';
export { inOrder, slotsBetween, WEEKDAYS, type WeeklyTimes } from './time/weekly-times.ts';
