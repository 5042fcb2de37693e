// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import type { Input } from '../method.ts';

/** The input of `listPosts`. */
export type ListPostsInput = Input<'listPosts'>;

/** The input of `createPost`. */
export type CreatePostInput = Input<'createPost'>;

/** The input of `checkPosts`. */
export type CheckPostsInput = Input<'checkPosts'>;

/** The input of `getPost`. */
export type GetPostInput = Input<'getPost'>;

/** The input of `updatePost`. */
export type UpdatePostInput = Input<'updatePost'>;

/** The input of `cancelPost`. */
export type CancelPostInput = Input<'cancelPost'>;

/** The input of `listPostEvents`. */
export type ListPostEventsInput = Input<'listPostEvents'>;

/** The input of `getPostCounters`. */
export type GetPostCountersInput = Input<'getPostCounters'>;

/** The input of `refreshPostCounters`. */
export type RefreshPostCountersInput = Input<'refreshPostCounters'>;

/** The input of `listCounters`. */
export type ListCountersInput = Input<'listCounters'>;

/** The input of `exportCounters`. */
export type ExportCountersInput = Input<'exportCounters'>;

/** The input of `retryPost`. */
export type RetryPostInput = Input<'retryPost'>;

/** The input of `resolvePost`. */
export type ResolvePostInput = Input<'resolvePost'>;

/** The input of `unpublishPost`. */
export type UnpublishPostInput = Input<'unpublishPost'>;

/** The input of `listDrafts`. */
export type ListDraftsInput = Input<'listDrafts'>;

/** The input of `createDraft`. */
export type CreateDraftInput = Input<'createDraft'>;

/** The input of `getDraft`. */
export type GetDraftInput = Input<'getDraft'>;

/** The input of `updateDraft`. */
export type UpdateDraftInput = Input<'updateDraft'>;

/** The input of `deleteDraft`. */
export type DeleteDraftInput = Input<'deleteDraft'>;

/** The input of `approveDraft`. */
export type ApproveDraftInput = Input<'approveDraft'>;

/** The input of `uploadMedia`. */
export type UploadMediaInput = Input<'uploadMedia'>;

/** The input of `getMedia`. */
export type GetMediaInput = Input<'getMedia'>;

/** The input of `likePost`. */
export type LikePostInput = Input<'likePost'>;

/** The input of `unlikePost`. */
export type UnlikePostInput = Input<'unlikePost', 'mpost_id'>;

/** The input of `followUser`. */
export type FollowUserInput = Input<'followUser'>;

/** The input of `unfollowUser`. */
export type UnfollowUserInput = Input<'unfollowUser', 'target_user_id'>;

/** The input of `bookmarkPost`. */
export type BookmarkPostInput = Input<'bookmarkPost'>;

/** The input of `removeBookmark`. */
export type RemoveBookmarkInput = Input<'removeBookmark', 'mpost_id'>;

/** The input of `sendDirectMessage`. */
export type SendDirectMessageInput = Input<'sendDirectMessage'>;

/** The input of `deleteMicroblogPost`. */
export type DeleteMicroblogPostInput = Input<'deleteMicroblogPost', 'mpost_id'>;

/** The input of `setReplyHidden`. */
export type SetReplyHiddenInput = Input<'setReplyHidden'>;

/** The input of `readTimeline`. */
export type ReadTimelineInput = Input<'readTimeline'>;

/** The input of `findUser`. */
export type FindUserInput = Input<'findUser'>;

/** The input of `deleteProfnetPost`. */
export type DeleteProfnetPostInput = Input<'deleteProfnetPost', 'post_urn'>;

/** The input of `resharePost`. */
export type ResharePostInput = Input<'resharePost'>;

/** The input of `listSpending`. */
export type ListSpendingInput = Input<'listSpending'>;

/** The input of `listLogs`. */
export type ListLogsInput = Input<'listLogs'>;

/** The input of `saveViews`. */
export type SaveViewsInput = Input<'saveViews'>;

/** The input of `createProfile`. */
export type CreateProfileInput = Input<'createProfile'>;

/** The input of `updateProfile`. */
export type UpdateProfileInput = Input<'updateProfile'>;

/** The input of `deleteProfile`. */
export type DeleteProfileInput = Input<'deleteProfile'>;

/** The input of `getSlotTimes`. */
export type GetSlotTimesInput = Input<'getSlotTimes'>;

/** The input of `setSlotTimes`. */
export type SetSlotTimesInput = Input<'setSlotTimes'>;

/** The input of `listSlots`. */
export type ListSlotsInput = Input<'listSlots'>;

/** The input of `createKey`. */
export type CreateKeyInput = Input<'createKey'>;

/** The input of `revokeKey`. */
export type RevokeKeyInput = Input<'revokeKey'>;

/** The input of `createInvitation`. */
export type CreateInvitationInput = Input<'createInvitation'>;

/** The input of `revokeInvitation`. */
export type RevokeInvitationInput = Input<'revokeInvitation'>;

/** The input of `joinWorkspace`. */
export type JoinWorkspaceInput = Input<'joinWorkspace'>;

/** The input of `describeInvitation`. */
export type DescribeInvitationInput = Input<'describeInvitation'>;

/** The input of `updateMember`. */
export type UpdateMemberInput = Input<'updateMember'>;

/** The input of `removeMember`. */
export type RemoveMemberInput = Input<'removeMember'>;

/** The input of `getConnectionStatus`. */
export type GetConnectionStatusInput = Input<'getConnectionStatus'>;

/** The input of `startConnection`. */
export type StartConnectionInput = Input<'startConnection'>;

/** The input of `describeApp`. */
export type DescribeAppInput = Input<'describeApp'>;

/** The input of `completeConnection`. */
export type CompleteConnectionInput = Input<'completeConnection'>;

/** The input of `getAccountPicture`. */
export type GetAccountPictureInput = Input<'getAccountPicture'>;

/** The input of `listAccountOptions`. */
export type ListAccountOptionsInput = Input<'listAccountOptions'>;

/** The input of `confirmConnection`. */
export type ConfirmConnectionInput = Input<'confirmConnection'>;

/** The input of `changeAccount`. */
export type ChangeAccountInput = Input<'changeAccount'>;

/** The input of `disconnectPlatform`. */
export type DisconnectPlatformInput = Input<'disconnectPlatform'>;

/** The input of `connectWithToken`. */
export type ConnectWithTokenInput = Input<'connectWithToken'>;

/** The input of `receiveContent`. */
export type ReceiveContentInput = Input<'receiveContent'>;

/** The input of `createWebhookEndpoint`. */
export type CreateWebhookEndpointInput = Input<'createWebhookEndpoint'>;

/** The input of `getWebhookEndpoint`. */
export type GetWebhookEndpointInput = Input<'getWebhookEndpoint'>;

/** The input of `updateWebhookEndpoint`. */
export type UpdateWebhookEndpointInput = Input<'updateWebhookEndpoint'>;

/** The input of `deleteWebhookEndpoint`. */
export type DeleteWebhookEndpointInput = Input<'deleteWebhookEndpoint'>;

/** The input of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesInput = Input<'listWebhookDeliveries'>;

/** The input of `resendWebhookDelivery`. */
export type ResendWebhookDeliveryInput = Input<'resendWebhookDelivery'>;

/** The input of `testWebhookEndpoint`. */
export type TestWebhookEndpointInput = Input<'testWebhookEndpoint'>;

/** The input of `rotateWebhookSecret`. */
export type RotateWebhookSecretInput = Input<'rotateWebhookSecret'>;

/** The input of `listWebhookEvents`. */
export type ListWebhookEventsInput = Input<'listWebhookEvents'>;

/** The input of `deleteWorkspace`. */
export type DeleteWorkspaceInput = Input<'deleteWorkspace'>;

/** The input of `changePassword`. */
export type ChangePasswordInput = Input<'changePassword'>;

/** The input of `requestPasswordReset`. */
export type RequestPasswordResetInput = Input<'requestPasswordReset'>;

/** The input of `resetPassword`. */
export type ResetPasswordInput = Input<'resetPassword'>;

/** The input of `updateMailSettings`. */
export type UpdateMailSettingsInput = Input<'updateMailSettings'>;

/** The input of `confirmMailAddress`. */
export type ConfirmMailAddressInput = Input<'confirmMailAddress'>;

/** The input of `revokeSession`. */
export type RevokeSessionInput = Input<'revokeSession'>;

/** The input of `signUp`. */
export type SignUpInput = Input<'signUp'>;

/** The input of `signIn`. */
export type SignInInput = Input<'signIn'>;

/** The input of `describeDeviceCode`. */
export type DescribeDeviceCodeInput = Input<'describeDeviceCode'>;

/** The input of `createDeviceCode`. */
export type CreateDeviceCodeInput = Input<'createDeviceCode'>;

/** The input of `exchangeDeviceCode`. */
export type ExchangeDeviceCodeInput = Input<'exchangeDeviceCode'>;

/** The input of `approveDeviceCode`. */
export type ApproveDeviceCodeInput = Input<'approveDeviceCode'>;

/** The input of `denyDeviceCode`. */
export type DenyDeviceCodeInput = Input<'denyDeviceCode'>;

/** The input of `createCommandCode`. */
export type CreateCommandCodeInput = Input<'createCommandCode'>;

/** The input of `denyCommandCode`. */
export type DenyCommandCodeInput = Input<'denyCommandCode'>;

/** The input of `exchangeCommandCode`. */
export type ExchangeCommandCodeInput = Input<'exchangeCommandCode'>;
