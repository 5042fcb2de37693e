export type { ToolSession } from './calls.ts';
export { createToolServer, type ToolServer } from './tool-server.ts';
