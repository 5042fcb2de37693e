import { beforeEach } from 'vitest';
import type { Stack } from '../stack/stack.ts';
import { useResource, useResourcePerTest } from '../stack/use-stack.ts';
import type { Workspace } from '../stack/workspace.ts';
import { type Desk, openDesk } from './social-command.ts';

/** Opens a desk that the tests of a file share. */
export function useDesk(stack: Stack, workspace: Workspace): Desk {
  return useResource(() => openDesk(stack.url, workspace.apiKey));
}

/** Makes a workspace for each test of a file. @param connect platforms that it is connected to */
export function useWorkspacePerTest(stack: Stack, connect: readonly string[] = []): Workspace {
  return useResourcePerTest(() => stack.createWorkspace({ connect }));
}

/** Makes a workspace and a desk for each test of a file. @param connect platforms that the workspace is connected to */
export function useDeskPerTest(stack: Stack, connect: readonly string[] = []): { workspace: Workspace; desk: Desk } {
  const workspace = useWorkspacePerTest(stack, connect);
  const desk = useResourcePerTest(() => openDesk(stack.url, workspace.apiKey));
  return { workspace, desk };
}

/** Empties the sandbox before each test of a file. */
export function useEmptySandbox(stack: Stack): void {
  beforeEach(async () => {
    await stack.sandbox.reset();
    await stack.sandbox.settings({ autoApprove: true });
  });
}
