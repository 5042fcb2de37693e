import type { GraphProblem } from '../meta-graph/errors.ts';

/** Refusals in the network's own codes and words. @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes */
export const problems = {
  noPermission: { code: 10, status: 403, message: '(#10) Application does not have permission for this action' },
  unfetchable: (uri: string): GraphProblem => ({
    code: 9004,
    subcode: 2_207_052,
    message: 'Only photo or video can be accepted as media type.',
    userMessage: `The media could not be fetched from this uri: ${uri}`,
  }),
  imageTooLarge: {
    code: 36_000,
    subcode: 2_207_004,
    message: 'The image size is too large.',
    userMessage: 'The image is too large to download. It should be less than 8 MiB.',
  },
  imageFormat: {
    code: 36_001,
    subcode: 2_207_005,
    message: 'The image format is not supported.',
    userMessage: 'The image format is not supported. Supported formats are: JPEG.',
  },
  aspectRatio: (ratio: string): GraphProblem => ({
    code: 36_003,
    subcode: 2_207_009,
    message: 'The aspect ratio is not supported.',
    userMessage: `The submitted image with aspect ratio ${ratio} cannot be published. Please submit an image with a valid aspect ratio.`,
  }),
  captionTooLong: {
    code: 36_004,
    subcode: 2_207_010,
    message: 'The caption was too long.',
    userMessage: 'The caption was too long. Maximum of 2,200 characters, 30 hashtags and 20 @ tags.',
  },
  tooManyTags: {
    code: 100,
    subcode: 2_207_040,
    message: 'Invalid parameter',
    userMessage: 'Cannot use more than 20 @ tags in the caption.',
  },
  videoFormat: {
    code: 352,
    subcode: 2_207_026,
    message: 'The video format is not supported.',
    userMessage: 'The video format is not supported. Please check spec for supported format.',
  },
  mediaType: {
    code: 100,
    subcode: 2_207_023,
    message: 'Invalid parameter',
    userMessage: 'The media type is unknown.',
  },
  carouselSize: {
    code: 100,
    subcode: 2_207_028,
    message: 'Invalid parameter',
    userMessage: 'Carousels need at least 2 photos or videos and no more than 10.',
  },
  thumbOffset: {
    code: 1,
    subcode: 2_207_057,
    message: 'The thumbnail offset is not valid',
    userMessage: 'Thumbnail offset must be greater than or equal to 0 and less than the duration of the video.',
  },
  location: {
    code: 100,
    message: 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID',
  },
  notReady: {
    code: 9007,
    subcode: 2_207_027,
    message: 'Media ID is not available',
    userMessage: 'The media is not ready for publishing, please wait for a moment.',
  },
  noContainer: (id: string): GraphProblem => ({
    code: 24,
    subcode: 2_207_008,
    message: 'The requested resource does not exist',
    userMessage: `The media builder with creation id = ${id} does not exist or has been expired.`,
  }),
  noMedia: (id: string): GraphProblem => ({
    code: 24,
    subcode: 2_207_006,
    message: 'The requested resource does not exist',
    userMessage: `The media with ${id} cannot be found.`,
  }),
  quotaReached: {
    code: 9,
    subcode: 2_207_042,
    message: 'Application request limit reached',
    userMessage: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
  },
  restricted: {
    code: 25,
    subcode: 2_207_050,
    message: 'Access to the media is denied',
    userMessage: 'The Instagram account is restricted.',
  },
} as const;
