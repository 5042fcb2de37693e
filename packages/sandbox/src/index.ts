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
export type { FileLimits, MediaLimits } from './networks/media-limits.ts';
export {
  type CounterName,
  mediaLimits,
  type Settings,
  type SettingsChanges,
  sandboxSeed,
} from './networks/registry.ts';
export { type SandboxOptions, startSandbox } from './start-sandbox.ts';
export type { Account } from './world/accounts.ts';
export { sandboxApp } from './world/apps.ts';
export type { FaultKind } from './world/faults.ts';
export type { NetworkId } from './world/network-ids.ts';
export type { Operation } from './world/operation.ts';
