export * from './driver.ts';
export { createNameLookup, type NameLookup } from './http/exchange/name-lookup.ts';
export { type Caller, identifyCaller, userAgent } from './http/exchange/user-agent.ts';
export type { ServerSearch } from './http/server-host.ts';
export type { PlatformErrorKind } from './meanings.ts';
export { missingScope } from './meanings.ts';
export type { CentralNetwork, OpenNetwork } from './network.ts';
export type { OwnApp, SignInWay } from './own-app.ts';
export { PlatformError } from './platform-error.ts';
export {
  contentNote,
  contentProblem,
  filesProblem,
  findNetwork,
  isOpen,
  NETWORKS,
  type NetworkRegistration,
} from './registry.ts';
export { unusedSettings } from './settings/unused-settings.ts';
