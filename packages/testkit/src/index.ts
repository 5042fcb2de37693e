export { createTestDatabase, type DatabaseRow, dialectUnderTest, type TestDatabase } from './databases/databases.ts';
export { type PostgresServer, startPostgres } from './databases/postgres-server.ts';
export { type CuttingProxy, startCuttingProxy } from './servers/cutting-proxy.ts';
export { type FileServer, type ServedFile, samplePng, startFileServer } from './servers/file-server.ts';
export { type MailCatcher, type ReceivedMail, refusal, startMailCatcher } from './servers/mail-server.ts';
export { type NameAnswer, type NameServer, type RecordType, startNameServer } from './servers/name-server.ts';
export {
  type NetworkProxy,
  type ProxiedExchange,
  type ProxiedRequest,
  type ProxyAnswer,
  startNetworkProxy,
} from './servers/network-proxy.ts';
export { type Arrived, startWebhookReceiver, type WebhookReceiver } from './servers/webhook-receiver.ts';
export { type Api, type ApiAnswer, type ApiCall, createApi } from './stack/api.ts';
export { Browserless } from './stack/browserless.ts';
export { createTestClock, type TestClock } from './stack/clock.ts';
export { conformanceErrors, schemaErrors } from './stack/conformance.ts';
export { type Effects, publishedTexts, readEffects, uniqueText, watchRequests } from './stack/effects.ts';
export { NEW_PASSWORD, PASSWORD, WRONG_PASSWORD } from './stack/quick-password.ts';
export { type Replica, type Stack, type StackOptions, startStack } from './stack/stack.ts';
export { useResource, useResourcePerTest, useStack } from './stack/use-stack.ts';
export { openWorkspace, type Workspace, type WorkspaceIds } from './stack/workspace.ts';
