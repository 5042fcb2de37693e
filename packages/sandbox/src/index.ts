export { connectSandbox } from './client/connect-sandbox.ts';
export {
  type AcceptedPost,
  type AsNetworks,
  type NewAccount,
  type NewApp,
  type PostCounters,
  type Sandbox,
  SandboxError,
  type SandboxFault,
  type SeenRequest,
  type WaitOptions,
} from './client/sandbox.ts';
export { type FileLimits, type MediaLimits, mediaLimits } from './networks/media-limits.ts';
export { sandboxSeed } from './networks/seeds.ts';
export { type SandboxOptions, startSandbox } from './start-sandbox.ts';
export type { Account } from './world/accounts.ts';
export { sandboxApp } from './world/apps.ts';
export type { BlueskySettings, VideoFailure } from './world/bluesky-settings.ts';
export type { CounterName } from './world/counters.ts';
export type { FaultKind } from './world/faults.ts';
export type { IdempotencyMode, MastodonSettings, ServerKind } from './world/mastodon-settings.ts';
export type { NetworkId } from './world/network-ids.ts';
export type { Operation } from './world/operation.ts';
export type { Settings, SettingsChanges } from './world/settings.ts';
