// Every command but `start`, loaded together: the more modules are loaded on their own, the more files a start reads.
export { backUp } from './commands/backup.ts';
export { doctor } from './commands/doctor.ts';
export { hold } from './commands/hold.ts';
export { rekey } from './commands/rekey.ts';
export { release } from './commands/release.ts';
export { restore } from './commands/restore.ts';
export { upgradeCheck } from './commands/upgrade-check.ts';
export {
  changePassword,
  changePlan,
  createWorkspace,
  createWorkspaceKey,
  deleteWorkspace,
  grantCredits,
  listAllWorkspaces,
} from './commands/workspace.ts';
