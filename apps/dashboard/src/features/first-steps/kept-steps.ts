import { useLocalStorage } from '@mantine/hooks';
import { useAccount } from '../../shared/session/session.ts';

/** A step of the first quarter of an hour, in its order. */
export const STEPS = ['connect', 'write', 'see', 'schedule', 'command'] as const;
export type Step = (typeof STEPS)[number];

interface KeptSteps {
  /** Steps that were done, also those whose trace at the server goes again. */
  readonly done: readonly Step[];
  readonly skipped: readonly Step[];
  /** Set when the posts page is not to mention the steps. */
  readonly isHidden: boolean;
}

const NOTHING: KeptSteps = { done: [], skipped: [], isHidden: false };

/** The browser's memory of the first steps of the workspace, and the ways to change it. */
export function useKeptSteps() {
  const account = useAccount();
  const [kept, setKept] = useLocalStorage<KeptSteps>({
    key: `social.first-steps.${account.data?.workspaceId ?? ''}`,
    defaultValue: NOTHING,
    getInitialValueInEffect: false,
  });
  const without = (steps: readonly Step[], step: Step) => steps.filter((each) => each !== step);
  // Each sets a value: a function that makes one would run too late where a link leaves the page.
  return {
    kept,
    /** Remembers steps as done. */
    finish: (...steps: readonly Step[]) => setKept({ ...kept, done: [...new Set([...kept.done, ...steps])] }),
    /** Leaves a step out, until it is taken up again. */
    skip: (step: Step) => setKept({ ...kept, skipped: [...without(kept.skipped, step), step] }),
    takeUp: (step: Step) => setKept({ ...kept, skipped: without(kept.skipped, step) }),
    hide: () => setKept({ ...kept, isHidden: true }),
  };
}
