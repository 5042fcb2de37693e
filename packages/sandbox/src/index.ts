export type { Account } from './accounts.ts';
export { connectSandbox } from './connect-sandbox.ts';
export type { FaultKind } from './faults.ts';
export type { Operation } from './network.ts';
export type { NetworkId } from './networks/registry.ts';
export { sandboxApp } from './oauth/apps.ts';
export type {
  AcceptedPost,
  AsNetworks,
  NewAccount,
  NewApp,
  Sandbox,
  SandboxFault,
  SeenRequest,
  WaitOptions,
} from './sandbox.ts';
export { SandboxError } from './sandbox-error.ts';
export { sandboxSeed } from './seed.ts';
export type { Settings } from './settings.ts';
export { type SandboxOptions, startSandbox } from './start-sandbox.ts';
