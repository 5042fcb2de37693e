export * from './driver.ts';
export * from './platform-error.ts';
export { findNetwork, NETWORKS, type NetworkRegistration } from './registry.ts';
