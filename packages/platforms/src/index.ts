export * from './driver.ts';
export { createNameLookup, type NameLookup } from './http/name-lookup.ts';
export { type Caller, identifyCaller } from './http/user-agent.ts';
export * from './platform-error.ts';
export { findNetwork, metaFieldsOf, NETWORKS, type NetworkRegistration } from './registry.ts';
