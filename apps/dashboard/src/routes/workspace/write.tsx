import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useAccount } from '../../features/account/session.ts';
import { Composer } from '../../features/compose/composer.tsx';
import { Page } from '../../ui/page/page.tsx';

/** Writes a post. The parameters `at` and `profileId` of the address go into the draft. */
export default function WritePage() {
  const account = useAccount();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const forget = useCallback(() => navigate('/write', { replace: true }), [navigate]);
  return (
    <Page heading="Write">
      {account.data ? (
        <Composer
          key={account.data.workspaceId}
          workspaceId={account.data.workspaceId}
          given={{ at: query.get('at'), profileId: query.get('profileId') }}
          onTaken={forget}
        />
      ) : null}
    </Page>
  );
}
