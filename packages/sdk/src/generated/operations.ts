// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import type { OperationTable } from '../operation.ts';

/** Per operation: method, path, flags and the names of its query parameters, in the short form that readOperation takes. */
export const OPERATIONS: OperationTable = {
  posts: {
    listPosts: 'GET /api/v1/posts 32 limit cursor status profile platform outcome result key from to',
    createPost: 'POST /api/v1/posts 35 dryRun',
    getPost: 'GET /api/v1/posts/{id} 32',
    updatePost: 'PATCH /api/v1/posts/{id} 35',
    cancelPost: 'DELETE /api/v1/posts/{id} 33',
    listPostEvents: 'GET /api/v1/posts/{id}/timeline 32',
    retryPost: 'POST /api/v1/posts/{id}/retry 33',
    resolvePost: 'POST /api/v1/posts/{id}/resolve 35',
  },
  connections: {
    listPlatforms: 'GET /api/v1/platforms 32',
    getConnectionStatus: 'GET /api/connect/status 32 profileId attempt',
    startConnection: 'GET /api/auth/{platform} 12 profileId attempt handle host',
    describeApp: 'GET /api/auth/{platform}/client.json',
    completeConnection: 'GET /api/auth/{platform}/callback 12 state code error error_description iss',
    listAccountOptions: 'GET /api/connect/{platform}/options',
    confirmConnection: 'POST /api/connect/{platform}/confirm 2',
    disconnectPlatform: 'POST /api/connect/{platform}/disconnect 34',
    connectWithToken: 'POST /api/connect/{platform}/token 34',
  },
  media: {
    uploadMedia: 'POST /api/v1/media 48',
    getMedia: 'GET /media/{signature}/{file} 4',
  },
  microblog: {
    likePost: 'POST /api/v1/microblog/like 35',
    unlikePost: 'DELETE /api/v1/microblog/like 33 mpost_id profile',
    followUser: 'POST /api/v1/microblog/follow 35',
    unfollowUser: 'DELETE /api/v1/microblog/follow 33 target_user_id profile',
    bookmarkPost: 'POST /api/v1/microblog/bookmark 35',
    removeBookmark: 'DELETE /api/v1/microblog/bookmark 33 mpost_id profile',
    sendDirectMessage: 'POST /api/v1/microblog/dm 35',
    deleteMicroblogPost: 'DELETE /api/v1/microblog/mpost 33 mpost_id profile',
    setReplyHidden: 'PUT /api/v1/microblog/reply/hide 35',
    readTimeline: 'GET /api/v1/microblog/timeline 32 max_results profile',
    findUser: 'GET /api/v1/microblog/user 32 username profile',
  },
  profnet: {
    deleteProfnetPost: 'DELETE /api/v1/profnet/post 33 post_urn profile',
    resharePost: 'POST /api/v1/profnet/reshare 35',
  },
  usage: {
    getUsage: 'GET /api/usage 32',
    listSpending: 'GET /api/usage/spending 32 days timeZone',
  },
  logs: {
    listLogs: 'GET /api/logs 32 limit offset action platform status',
  },
  profiles: {
    listProfiles: 'GET /api/profiles 32',
    createProfile: 'POST /api/profiles 35',
    updateProfile: 'PATCH /api/profiles/{profileId} 35',
    deleteProfile: 'DELETE /api/profiles/{profileId} 33',
  },
  keys: {
    listKeys: 'GET /api/keys 32',
    createKey: 'POST /api/keys 34',
    revokeKey: 'DELETE /api/keys/{keyId} 32',
  },
  webhooks: {
    receiveContent: 'POST /api/webhooks/incoming 35 platforms profile test ifPast',
  },
  account: {
    getAccount: 'GET /api/account',
    getSetup: 'GET /api/account/setup',
    changePassword: 'POST /api/account/password 2',
    requestPasswordReset: 'POST /api/account/password/forgot 2',
    resetPassword: 'POST /api/account/password/reset 2',
    getMailSettings: 'GET /api/account/mail',
    updateMailSettings: 'PATCH /api/account/mail 2',
    sendMailConfirmation: 'POST /api/account/mail/confirmation',
    confirmMailAddress: 'POST /api/account/mail/confirm 2',
    listSessions: 'GET /api/account/sessions',
    revokeOtherSessions: 'DELETE /api/account/sessions',
    revokeSession: 'DELETE /api/account/sessions/{sessionId}',
    signUp: 'POST /api/account/sign-up 2',
    signIn: 'POST /api/account/sign-in 2',
    signOut: 'POST /api/account/sign-out',
  },
  command: {
    describeDeviceCode: 'GET /api/command/device 0 userCode',
    createDeviceCode: 'POST /api/command/device 2',
    exchangeDeviceCode: 'POST /api/command/device/exchange 2',
    approveDeviceCode: 'POST /api/command/device/approve 2',
    denyDeviceCode: 'POST /api/command/device/deny 2',
    createCommandCode: 'POST /api/command/code 2',
    denyCommandCode: 'POST /api/command/code/deny 2',
    exchangeCommandCode: 'POST /api/command/code/exchange 2',
  },
  server: {
    getOpenApi: 'GET /openapi.json',
    getLlmsTxt: 'GET /llms.txt 4',
    getHealth: 'GET /healthz',
    getReadiness: 'GET /readyz',
    getMetrics: 'GET /metrics 4',
  },
};

/** Error codes for which trying again helps, or does not, although their HTTP status suggests the opposite. */
export const RETRY_EXCEPTIONS: readonly unknown[] = [
  'idempotency_in_progress',
  'network_version_sunset',
  'outcome_unknown',
  'still_sending',
  'earlier_part_missing',
];
