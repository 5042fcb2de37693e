import { platformName } from '@social/types';
import { connectionsAddress } from '../../shared/connections/connections.ts';
import type { Reading } from '../../shared/counters/counter-queries.ts';
import { reasonOf } from '../../shared/posts/results/result-state.ts';
import { useProfiles } from '../../shared/profiles/profiles.ts';
import { useMay } from '../../shared/session/role.ts';
import { InlineLink } from '../../ui/parts/links.tsx';
import { Hint } from '../../ui/parts/text.tsx';

interface ReadingNoteProps {
  reading: Pick<Reading, 'platform' | 'network' | 'reason'> & { note: string };
  /** Slug of the profile of the post. */
  profile: string;
}

/** Says why numbers are missing or old, and leads to where that can be changed. */
export function ReadingNote({ reading: { platform, network, reason, note }, profile }: ReadingNoteProps) {
  const mayConnect = useMay()('admin');
  const profileId = useProfiles().data?.find(({ slug }) => slug === profile)?.id;
  const canLead = mayConnect && profileId !== undefined;
  return (
    <Hint>
      {reasonOf({ error: note }, platform)}{' '}
      {canLead && reason === 'missing_scope' ? (
        <InlineLink href={connectionsAddress({ profileId, connect: platform })}>
          Connect {platformName(platform, network)} again
        </InlineLink>
      ) : null}
      {canLead && reason === 'not_connected' ? (
        <InlineLink href={connectionsAddress({ profileId })}>See the connections</InlineLink>
      ) : null}
    </Hint>
  );
}
