export { sandboxApp } from './oauth/apps.ts';
export { sandboxSeed } from './seed.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
