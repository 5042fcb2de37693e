import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Composer } from '../../features/compose/composer.tsx';
import { ProfileHint } from '../../features/profiles/profile-hint.tsx';
import { ownerOf } from '../../shared/device/local-copies.ts';
import { writeAddress } from '../../shared/drafts/drafts.ts';
import type { Profile } from '../../shared/profiles/profiles.ts';
import { useAccount } from '../../shared/session/session.ts';
import { Page } from '../../ui/page/page.tsx';

/**
 * Writes a post. The parameter `draft` of the address is the id of a draft of the server; without it, `at` and `profileId` go
 * into what is written.
 */
export default function WritePage() {
  const account = useAccount();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const draftId = query.get('draft');
  const begin = useCallback(() => navigate('/write', { replace: true }), [navigate]);
  const follow = useCallback((id: string) => navigate(writeAddress(id), { replace: true }), [navigate]);
  const isNew = draftId === null;
  const [profile, setProfile] = useState<Profile>();
  return (
    <Page heading="Write" beside={<ProfileHint profile={profile} />}>
      {account.data ? (
        <Composer
          key={ownerOf(account.data)}
          owner={ownerOf(account.data)}
          draftId={draftId}
          given={isNew ? { at: query.get('at'), profileId: query.get('profileId') } : NOTHING}
          onTaken={begin}
          onSaved={follow}
          onBegin={begin}
          onProfile={setProfile}
        />
      ) : null}
    </Page>
  );
}

const NOTHING = { at: null, profileId: null };
