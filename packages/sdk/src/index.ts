export type { components, OperationId, operations, PlatformId, paths, Schema, Target } from '@social/types';
export { type ClientOptions, createClient, type PostMethods, type SocialClient } from './client.ts';
export {
  type ApiErrorFacts,
  type ConnectionErrorFacts,
  type ErrorCode,
  SocialApiError,
  SocialConnectionError,
  SocialTimeoutError,
} from './errors.ts';
export { readApiError } from './failures.ts';
export type * from './generated/inputs.ts';
export type { OperationMethods } from './generated/methods.ts';
export type { ClientHooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export type {
  ApiCall,
  CallOptions,
  CallResult,
  FileInput,
  Input,
  Method,
  MutationOptions,
  Output,
  PublishMethod,
} from './method.ts';
export { iterateLogs, iteratePosts } from './pagination.ts';
export {
  assertAllPublished,
  failedTargets,
  isPublished,
  isSettled,
  type PlatformResult,
  type Post,
  type PostPreview,
  type PublishedResult,
  publishedTargets,
  SocialPublishError,
  type TargetResult,
  unknownTargets,
} from './verify.ts';
export { SocialWaitTimeoutError, type WaitOptions, waitUntilPublished } from './wait-until-published.ts';
