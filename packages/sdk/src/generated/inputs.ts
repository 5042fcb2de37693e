// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import type { Input } from '../method.ts';

/** What `listPosts` takes. */
export type ListPostsInput = Input<'listPosts'>;

/** What `createPost` takes. */
export type CreatePostInput = Input<'createPost'>;

/** What `getPost` takes. */
export type GetPostInput = Input<'getPost'>;

/** What `updatePost` takes. */
export type UpdatePostInput = Input<'updatePost'>;

/** What `cancelPost` takes. */
export type CancelPostInput = Input<'cancelPost'>;

/** What `listPostEvents` takes. */
export type ListPostEventsInput = Input<'listPostEvents'>;

/** What `retryPost` takes. */
export type RetryPostInput = Input<'retryPost'>;

/** What `resolvePost` takes. */
export type ResolvePostInput = Input<'resolvePost'>;

/** What `uploadMedia` takes. */
export type UploadMediaInput = Input<'uploadMedia'>;

/** What `getMedia` takes. */
export type GetMediaInput = Input<'getMedia'>;

/** What `likePost` takes. */
export type LikePostInput = Input<'likePost'>;

/** What `unlikePost` takes. */
export type UnlikePostInput = Input<'unlikePost', 'mpost_id'>;

/** What `followUser` takes. */
export type FollowUserInput = Input<'followUser'>;

/** What `unfollowUser` takes. */
export type UnfollowUserInput = Input<'unfollowUser', 'target_user_id'>;

/** What `bookmarkPost` takes. */
export type BookmarkPostInput = Input<'bookmarkPost'>;

/** What `removeBookmark` takes. */
export type RemoveBookmarkInput = Input<'removeBookmark', 'mpost_id'>;

/** What `sendDirectMessage` takes. */
export type SendDirectMessageInput = Input<'sendDirectMessage'>;

/** What `deleteMicroblogPost` takes. */
export type DeleteMicroblogPostInput = Input<'deleteMicroblogPost', 'mpost_id'>;

/** What `setReplyHidden` takes. */
export type SetReplyHiddenInput = Input<'setReplyHidden'>;

/** What `readTimeline` takes. */
export type ReadTimelineInput = Input<'readTimeline'>;

/** What `findUser` takes. */
export type FindUserInput = Input<'findUser'>;

/** What `deleteProfnetPost` takes. */
export type DeleteProfnetPostInput = Input<'deleteProfnetPost', 'post_urn'>;

/** What `resharePost` takes. */
export type ResharePostInput = Input<'resharePost'>;

/** What `listSpending` takes. */
export type ListSpendingInput = Input<'listSpending'>;

/** What `listLogs` takes. */
export type ListLogsInput = Input<'listLogs'>;

/** What `createProfile` takes. */
export type CreateProfileInput = Input<'createProfile'>;

/** What `updateProfile` takes. */
export type UpdateProfileInput = Input<'updateProfile'>;

/** What `deleteProfile` takes. */
export type DeleteProfileInput = Input<'deleteProfile'>;

/** What `createKey` takes. */
export type CreateKeyInput = Input<'createKey'>;

/** What `revokeKey` takes. */
export type RevokeKeyInput = Input<'revokeKey'>;

/** What `getConnectionStatus` takes. */
export type GetConnectionStatusInput = Input<'getConnectionStatus'>;

/** What `startConnection` takes. */
export type StartConnectionInput = Input<'startConnection'>;

/** What `completeConnection` takes. */
export type CompleteConnectionInput = Input<'completeConnection'>;

/** What `listAccountOptions` takes. */
export type ListAccountOptionsInput = Input<'listAccountOptions'>;

/** What `confirmConnection` takes. */
export type ConfirmConnectionInput = Input<'confirmConnection'>;

/** What `disconnectPlatform` takes. */
export type DisconnectPlatformInput = Input<'disconnectPlatform'>;

/** What `connectWithToken` takes. */
export type ConnectWithTokenInput = Input<'connectWithToken'>;

/** What `receiveContent` takes. */
export type ReceiveContentInput = Input<'receiveContent'>;

/** What `changePassword` takes. */
export type ChangePasswordInput = Input<'changePassword'>;

/** What `revokeSession` takes. */
export type RevokeSessionInput = Input<'revokeSession'>;

/** What `signUp` takes. */
export type SignUpInput = Input<'signUp'>;

/** What `signIn` takes. */
export type SignInInput = Input<'signIn'>;

/** What `describeDeviceCode` takes. */
export type DescribeDeviceCodeInput = Input<'describeDeviceCode'>;

/** What `createDeviceCode` takes. */
export type CreateDeviceCodeInput = Input<'createDeviceCode'>;

/** What `exchangeDeviceCode` takes. */
export type ExchangeDeviceCodeInput = Input<'exchangeDeviceCode'>;

/** What `approveDeviceCode` takes. */
export type ApproveDeviceCodeInput = Input<'approveDeviceCode'>;

/** What `denyDeviceCode` takes. */
export type DenyDeviceCodeInput = Input<'denyDeviceCode'>;

/** What `createCommandCode` takes. */
export type CreateCommandCodeInput = Input<'createCommandCode'>;

/** What `denyCommandCode` takes. */
export type DenyCommandCodeInput = Input<'denyCommandCode'>;

/** What `exchangeCommandCode` takes. */
export type ExchangeCommandCodeInput = Input<'exchangeCommandCode'>;
