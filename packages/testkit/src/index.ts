export { type Api, type ApiAnswer, type ApiCall, createApi } from './api.ts';
export { Browserless } from './browserless.ts';
export { createTestClock, type TestClock } from './clock.ts';
export { conformanceErrors, schemaErrors } from './conformance.ts';
export { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
export { createTestDatabase, type DatabaseRow, dialectUnderTest, type TestDatabase } from './databases.ts';
export { type Effects, readEffects, uniqueText, watchRequests } from './effects.ts';
export { type FileServer, type ServedFile, samplePng, startFileServer } from './file-server.ts';
export { type NameAnswer, type NameServer, type RecordType, startNameServer } from './name-server.ts';
export {
  type NetworkProxy,
  type ProxiedExchange,
  type ProxiedRequest,
  type ProxyAnswer,
  startNetworkProxy,
} from './network-proxy.ts';
export { type PostgresServer, startPostgres } from './postgres-server.ts';
export { PASSWORD } from './quick-password.ts';
export { type AcceptedPost, createSandboxControl, type SandboxControl, type SeenRequest } from './sandbox-control.ts';
export { type Replica, type Stack, type StackOptions, startStack } from './stack.ts';
export { openWorkspace, type Workspace, type WorkspaceIds } from './workspace.ts';
