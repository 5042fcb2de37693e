import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { failureCode } from '../../api/failures.ts';
import { formOf } from '../../features/compose/saving/form-fields.ts';
import { CheckPanel } from '../../features/compose/sending/check-panel.tsx';
import { checkTarget } from '../../features/compose/sending/problems.ts';
import { emptyWriting } from '../../features/compose/writing.ts';
import { DraftDecision } from '../../features/drafts/draft-decision.tsx';
import { useAccountsOf } from '../../shared/connections/accounts.ts';
import { statusOf, useConnections } from '../../shared/connections/connections.ts';
import { DraftContent } from '../../shared/drafts/draft-content.tsx';
import { type Draft, useDraft } from '../../shared/drafts/drafts.ts';
import { useProfiles } from '../../shared/profiles/profiles.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { SmallLink } from '../../ui/parts/links.tsx';
import { targetName } from '../../ui/platforms/target-name.ts';

/** One draft: what it would publish, what that would do on each platform, and the decision. */
export default function DraftPage({ id }: { id: string }) {
  const draft = useDraft(id);
  const isAbsent = failureCode(draft.error) === 'not_found';
  return (
    <Page heading="Draft" beside={<SmallLink href="/drafts">All drafts</SmallLink>}>
      {draft.isPending ? <Skeleton h={420} /> : null}
      {isAbsent ? (
        <EmptyState
          drawing="lost"
          title="There is no such draft"
          action={
            <Button component={Link} href="/drafts" variant="default">
              See all drafts
            </Button>
          }
        >
          It may be deleted, or belong to another account.
        </EmptyState>
      ) : (
        <ReadFailure title="The draft could not be read" query={draft} />
      )}
      {draft.data && !isAbsent ? <ShownDraft draft={draft.data} /> : null}
    </Page>
  );
}

function ShownDraft({ draft }: { draft: Draft }) {
  const { platforms, preview, postId, scheduledFor } = draft;
  const profiles = useProfiles();
  const profileId = profiles.data?.find(({ slug }) => slug === draft.profile)?.id;
  const connections = useConnections(profileId);
  const accountOf = useAccountsOf(draft.profile);
  const form = formOf(draft);
  const written = { ...emptyWriting(), ...form.writing };
  const checks = platforms.map((target) => {
    const connected = statusOf(connections.data, target);
    const { posts, comments, files } = checkTarget(target, { writing: written, media: form.media, connected });
    // What the server says of this draft counts.
    const { note } = preview?.platformResults[target] ?? {};
    const said = note?.startsWith('Left out')
      ? { leftOut: note, notes: [] }
      : { leftOut: null, notes: note ? [note] : [] };
    return { target, name: targetName(target), posts, comments, files, gaps: [], problems: [], ...said };
  });
  return (
    <Stack gap="xl">
      <DraftContent draft={draft} />
      {postId ? (
        <Text>
          It was approved and became <SmallLink href={`/posts/${postId}`}>this post</SmallLink>.
        </Text>
      ) : (
        <>
          <Section title="What it would do">
            <Stack maw="34rem">
              <CheckPanel
                checks={checks}
                accountOf={accountOf}
                at={scheduledFor ?? preview?.scheduledFor}
                dryRun={preview}
                isChecking={false}
                error={null}
              />
            </Stack>
          </Section>
          <DraftDecision draft={draft} />
        </>
      )}
    </Stack>
  );
}
