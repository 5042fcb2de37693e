import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ATTENTION, addressOf, ofProfile, type PostFilters } from '../../../shared/posts/post-filters.ts';
import { useMay } from '../../../shared/session/role.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useSubject } from '../../../ui/dialogs/subject.ts';
import { focusHeading } from '../../../ui/page/navigation.ts';
import classes from './post-quick-filters.module.css';
import { filtersOfView, useChangeViews, useViews } from './saved-views.ts';
import { ViewDialog } from './view-dialog.tsx';

const VIEWS: readonly { label: string; filters: PostFilters }[] = [
  { label: 'All posts', filters: {} },
  { label: 'Scheduled', filters: { outcome: 'scheduled' } },
  { label: 'Needs attention', filters: { outcome: ATTENTION } },
  { label: 'Missed', filters: { outcome: 'missed' } },
];

interface PostQuickFiltersProps {
  /** The filters in the address. */
  filters: PostFilters;
  /** Slug of the profile that is chosen for all pages; undefined for all. */
  chosen: string | undefined;
}

/** Links to the filters that most readers need, which keep the profile, and to the saved views. */
export function PostQuickFilters({ filters, chosen }: PostQuickFiltersProps) {
  const shown = String(addressOf(filters));
  const saved = useViews();
  const changing = useChangeViews();
  const mayChange = useMay()('publish');
  const [toSave, setToSave] = useState<PostFilters | null>(null);
  const toDelete = useSubject<string>();
  const views = VIEWS.map(({ label, filters: ofView }) => ({
    label,
    href: addressOf(ofProfile(ofView, filters.profile)),
  }));
  const own = (saved.data ?? []).map((view) => ({ label: view.name, href: addressOf(filtersOfView(view)) }));
  // The header's profile is not in the address, but in the view that was saved with it.
  const kept = ofProfile(filters, chosen);
  const isKept = ({ href }: { href: string }) => href === addressOf(kept);
  const current = own.find(isKept) ?? [...own, ...views].find(({ href }) => href === shown);
  return (
    <Group component="nav" aria-label="Quick filters" gap={4}>
      {[...views, ...own].map(({ label, href }) => (
        <Anchor
          key={`${label} ${href}`}
          component={Link}
          href={href}
          size="sm"
          className={classes['view']}
          aria-current={href === current?.href ? 'page' : undefined}
          underline="never"
        >
          {label}
        </Anchor>
      ))}
      {mayChange && current && own.includes(current) ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Delete the view ${current.label}`}
          onClick={() => toDelete.open(current.label)}
        >
          <span aria-hidden>×</span>
        </ActionIcon>
      ) : null}
      {mayChange && ![...own, ...views].some(isKept) ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setToSave(kept)}>
          Save view
        </Button>
      ) : null}
      <ViewDialog filters={toSave} onClose={() => setToSave(null)} />
      <ConfirmDialog
        isOpen={toDelete.isOpen}
        title="Delete this view?"
        confirm="Delete the view"
        keep="Keep it"
        change={changing}
        input={(list) => list.filter(({ name }) => name !== toDelete.subject)}
        failure={{
          title: 'The view was not deleted',
          effect: 'It is as it was.',
          uncertain: 'It may have been deleted anyway; it is no longer above the list then.',
        }}
        onClose={toDelete.close}
        // The button that opened the question is gone.
        onDone={focusHeading}
      >
        <Text size="sm">“{toDelete.subject}” disappears for everybody in the workspace. The posts stay.</Text>
      </ConfirmDialog>
    </Group>
  );
}
