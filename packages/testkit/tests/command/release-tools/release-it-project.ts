import { type Stack, useStack, type Workspace } from '@social/testkit';
import { useEmptySandbox, useWorkspacePerTest } from '../../../src/programs/use-desk.ts';
import { createProject, type Project, removeTag, type ToolEnd } from './project.ts';

export const TO_BOTH = { to: ['profnet', 'microblog'] };

/** Projects that release-it announces. */
export interface ReleasedProjects {
  readonly stack: Stack;
  /** A new one for each test, connected to the platforms of `TO_BOTH`. */
  readonly workspace: Workspace;
  /** Makes a project with some options of the plugin. */
  projectWith(options: object, env?: Readonly<Record<string, string>>): Project;
  /** Returns the networks that have a post, one for each. */
  networks(): Promise<string[]>;
}

export function useReleaseIt(): ReleasedProjects {
  const { stack } = useStack();
  useEmptySandbox(stack);
  const workspace = useWorkspacePerTest(stack, TO_BOTH.to);
  return {
    stack,
    workspace,
    projectWith(options, env = {}) {
      const job = { SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey, ...env };
      const project = createProject(['@social/release-it', 'release-it'], job);
      const configuration = { npm: { publish: false }, plugins: { '@social/release-it': options } };
      project.commit('Begin', {
        'package.json': JSON.stringify({ name: 'tool', version: '0.1.0' }),
        '.release-it.json': JSON.stringify(configuration),
      });
      return project;
    },
    networks: async () => (await stack.sandbox.posts()).map(({ network }) => network).toSorted(),
  };
}

export function release(project: Project, ...args: readonly string[]): Promise<ToolEnd> {
  return project.run('release-it', ['minor', '--ci', ...args]);
}

/** Undoes a release, so that the next run makes it again. */
export function undo(project: Project, tag: string): void {
  removeTag(project, tag);
  project.git('reset', '--quiet', '--hard', 'HEAD~1');
  project.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
}
