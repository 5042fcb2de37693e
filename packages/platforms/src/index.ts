export * from './driver.ts';
export * from './platform-error.ts';
export { findNetwork, metaFieldsOf, NETWORKS, type NetworkRegistration } from './registry.ts';
