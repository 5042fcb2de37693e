import { Anchor, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { shorten } from '@social/rules';
import { Link } from 'wouter';
import { useAccountsOf } from '../../shared/connections/accounts.ts';
import { type Draft, useDrafts, writeAddress } from '../../shared/drafts/drafts.ts';
import { useChosenProfile } from '../../shared/profiles/chosen-profile.ts';
import { AccountLabel } from '../../ui/accounts/account-label.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LinkButton } from '../../ui/parts/links.tsx';
import { Row, Rows, WaitingRows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';

const NAME_LENGTH = 40;

/** The drafts that wait for their approval. */
export default function DraftsPage() {
  const { chosen } = useChosenProfile();
  const drafts = useDrafts(chosen?.slug);
  const listed = drafts.data?.drafts ?? [];
  return (
    <Page heading="Drafts">
      <ReadFailure title="The drafts could not be read" query={drafts} />
      {drafts.isPending ? <WaitingRows count={3} height={92} /> : null}
      {drafts.data && listed.length === 0 ? (
        <EmptyState
          drawing="drafts"
          title={chosen ? `No draft of ${chosen.name} waits for approval` : 'No draft waits for approval'}
          action={<LinkButton href="/write">Write a post</LinkButton>}
        >
          Write one here and save it as a draft. Others are stored with social post --draft, with draft: true over the
          API, or by an agent whose key may only draft.
        </EmptyState>
      ) : null}
      {listed.length > 0 ? (
        <Rows label="Drafts">
          {listed.map((draft) => (
            <DraftRow key={draft.id} draft={draft} />
          ))}
        </Rows>
      ) : null}
      {drafts.data?.nextCursor ? <Hint>These are the newest; older ones: social draft list.</Hint> : null}
    </Page>
  );
}

function DraftRow({ draft: { id, text, platforms, profile, writtenBy, updatedAt } }: { draft: Draft }) {
  const accountOf = useAccountsOf(profile);
  return (
    <Row>
      <Stack gap={4}>
        <Anchor
          component={Link}
          href={`/drafts/${id}`}
          dir="auto"
          c="var(--mantine-color-text)"
          lineClamp={2}
          size="sm"
        >
          {text || 'Without text'}
        </Anchor>
        <Group gap="4px var(--mantine-spacing-md)">
          {platforms.map((target) => (
            <Text key={target} size="sm" component="span">
              <AccountLabel {...accountOf(target)} size={22} />
            </Text>
          ))}
        </Group>
      </Stack>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {writtenBy.name}, <Moment at={updatedAt} as="distance" />
        </Text>
        <Button component={Link} href={writeAddress(id)} variant="default" size="xs">
          Edit<VisuallyHidden> {shorten(text || 'the draft without text', NAME_LENGTH)}</VisuallyHidden>
        </Button>
      </Group>
    </Row>
  );
}
