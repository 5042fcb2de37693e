export { connectSandbox } from './client/connect-sandbox.ts';
export type {
  AcceptedPost,
  AsNetworks,
  NewAccount,
  NewApp,
  Sandbox,
  SandboxFault,
  SeenRequest,
  WaitOptions,
} from './client/sandbox.ts';
export { SandboxError } from './client/sandbox-error.ts';
export { sandboxApp } from './oauth/apps.ts';
export { type SandboxOptions, startSandbox } from './server/start-sandbox.ts';
export type { Account } from './world/accounts.ts';
export type { FaultKind } from './world/faults.ts';
export type { NetworkId } from './world/network-ids.ts';
export type { Operation } from './world/operation.ts';
export { sandboxSeed } from './world/seed.ts';
export type { Settings } from './world/settings.ts';
