// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import type { OperationTable } from '../operation.ts';

/** Per operation: method, path, flags and the names of its query parameters, in the short form that readOperation takes. */
export const OPERATIONS: OperationTable = {
  posts: {
    listPosts: 'GET /api/v1/posts 0 limit cursor status profile platform outcome result key from to',
    createPost: 'POST /api/v1/posts 3 dryRun',
    getPost: 'GET /api/v1/posts/{id}',
    updatePost: 'PATCH /api/v1/posts/{id} 3',
    cancelPost: 'DELETE /api/v1/posts/{id} 1',
    listPostEvents: 'GET /api/v1/posts/{id}/timeline',
    retryPost: 'POST /api/v1/posts/{id}/retry 1',
    resolvePost: 'POST /api/v1/posts/{id}/resolve 3',
  },
  connections: {
    listPlatforms: 'GET /api/v1/platforms',
    getConnectionStatus: 'GET /api/connect/status 0 profileId',
    startConnection: 'GET /api/auth/{platform} 12 profileId',
    completeConnection: 'GET /api/auth/{platform}/callback 12 state code error error_description iss',
    listAccountOptions: 'GET /api/connect/{platform}/options',
    confirmConnection: 'POST /api/connect/{platform}/confirm 2',
    disconnectPlatform: 'POST /api/connect/{platform}/disconnect 2',
    connectWithToken: 'POST /api/connect/{platform}/token 2',
  },
  media: {
    uploadMedia: 'POST /api/v1/media 16',
    getMedia: 'GET /media/{signature}/{file} 4',
  },
  microblog: {
    likePost: 'POST /api/v1/microblog/like 3',
    unlikePost: 'DELETE /api/v1/microblog/like 1 mpost_id profile',
    followUser: 'POST /api/v1/microblog/follow 3',
    unfollowUser: 'DELETE /api/v1/microblog/follow 1 target_user_id profile',
    bookmarkPost: 'POST /api/v1/microblog/bookmark 3',
    removeBookmark: 'DELETE /api/v1/microblog/bookmark 1 mpost_id profile',
    sendDirectMessage: 'POST /api/v1/microblog/dm 3',
    deleteMicroblogPost: 'DELETE /api/v1/microblog/mpost 1 mpost_id profile',
    setReplyHidden: 'PUT /api/v1/microblog/reply/hide 3',
    readTimeline: 'GET /api/v1/microblog/timeline 0 max_results profile',
    findUser: 'GET /api/v1/microblog/user 0 username profile',
  },
  profnet: {
    deleteProfnetPost: 'DELETE /api/v1/profnet/post 1 post_urn profile',
    resharePost: 'POST /api/v1/profnet/reshare 3',
  },
  usage: {
    getUsage: 'GET /api/usage',
    listSpending: 'GET /api/usage/spending 0 days timeZone',
  },
  logs: {
    listLogs: 'GET /api/logs 0 limit offset action platform status',
  },
  profiles: {
    listProfiles: 'GET /api/profiles',
    createProfile: 'POST /api/profiles 3',
    updateProfile: 'PATCH /api/profiles/{profileId} 3',
    deleteProfile: 'DELETE /api/profiles/{profileId} 1',
  },
  keys: {
    listKeys: 'GET /api/keys',
    createKey: 'POST /api/keys 2',
    revokeKey: 'DELETE /api/keys/{keyId}',
  },
  webhooks: {
    receiveContent: 'POST /api/webhooks/incoming 3 platforms profile test ifPast',
  },
  account: {
    getAccount: 'GET /api/account',
    getSetup: 'GET /api/account/setup',
    changePassword: 'POST /api/account/password 2',
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
