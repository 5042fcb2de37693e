export { type App, startApp } from './app.ts';
export { type Clock, systemClock } from './clock.ts';
export type { CommandContext } from './commands/context.ts';
export { changePlan, createWorkspace, grantCredits, type WorkspaceOptions } from './commands/workspace.ts';
export type { AppOptions } from './composition/options.ts';
export { type Config, type ConfigFlags, readConfig } from './config/config.ts';
export { ConfigError } from './errors.ts';
export { createLogger, type Logger } from './log/logger.ts';
export type { SandboxAccess } from './services/networks/reachable-platform.ts';
