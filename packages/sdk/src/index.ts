export type { components, ErrorCode, OperationId, operations, PlatformId, paths, Schema } from '@social/types';
export { type ClientOptions, createClient, type SocialClient } from './client.ts';
export {
  type ApiErrorFacts,
  type ConnectionErrorFacts,
  SocialApiError,
  SocialConnectionError,
  SocialTimeoutError,
} from './errors.ts';
export { readApiError } from './failures.ts';
export type { OperationMethods } from './generated/methods.ts';
export type { ApiCall, CallOptions, CallResult, FileInput, Input, Method, MutationOptions, Output } from './method.ts';
export { iteratePosts } from './pagination.ts';
