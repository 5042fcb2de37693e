export { type Api, type ApiAnswer, createApi } from './api.ts';
export { Browserless } from './browserless.ts';
export { createTestClock, type TestClock } from './clock.ts';
export { conformanceErrors } from './conformance.ts';
export { createTestDatabase, dialectUnderTest, type TestDatabase } from './databases.ts';
export { createSandboxControl, type SandboxControl } from './sandbox-control.ts';
export { type Stack, type StackOptions, startStack, type Workspace } from './stack.ts';
