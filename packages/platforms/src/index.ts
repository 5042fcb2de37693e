export * from './driver.ts';
export { findNetwork, NETWORKS, type NetworkRegistration } from './registry.ts';
