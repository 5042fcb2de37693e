import { pollFacts } from '@social/rules';
import { platformOf } from '@social/types';
import { lazy, memo, use } from 'react';
import { ConnectedNetworks } from '../../../ui/platforms/target-name.ts';
import { Folded } from '../folded.tsx';
import type { PollProps } from './poll-fields.tsx';

const PollFields = lazy(() => import('./poll-fields.tsx'));

/** A poll beside the text, where a chosen network has polls. */
export const PollSection = memo(function PollSection(props: PollProps) {
  const { platforms, poll } = props;
  const networkOf = use(ConnectedNetworks);
  const isTaken = platforms.some((target) => pollFacts(platformOf(target), { network: networkOf(target) }));
  // What a draft has stays in sight, to be taken out.
  if (!isTaken && poll === null) return null;
  return (
    <Folded title="Poll" isFilled={poll !== null}>
      <PollFields {...props} />
    </Folded>
  );
});
