import { Modal } from '@mantine/core';
import type { PostFilters } from '../../../shared/posts/post-filters.ts';
import { type Profile, useProfiles } from '../../../shared/profiles/profiles.ts';
import { NameForm } from '../../../ui/dialogs/name-form.tsx';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { filtersToSave, useChangeViews, useViews } from './saved-views.ts';

interface ViewDialogProps {
  /** The filters to save; null while the dialog is closed. */
  filters: PostFilters | null;
  onClose: () => void;
}

/** Asks for the name under which the filters of the list are saved. */
export function ViewDialog({ filters, onClose }: ViewDialogProps) {
  return (
    <Modal opened={filters !== null} onClose={onClose} title="Save this view" centered>
      {filters && <ViewForm filters={filters} onClose={onClose} />}
    </Modal>
  );
}

function ViewForm({ filters, onClose }: ViewDialogProps & { filters: PostFilters }) {
  const views = useViews();
  const saving = useChangeViews();
  const profiles = useProfiles().data ?? [];
  return (
    <NameForm
      description={`Everybody in the workspace finds it above the list. ${profileInWords(filters, profiles)}Days are not kept.`}
      submit="Save view"
      check={(name) => (views.data?.some((view) => view.name === name) ? 'There is a view of this name.' : undefined)}
      change={saving}
      failure={{
        title: 'The view was not saved',
        effect: 'Nothing was stored.',
        uncertain: 'It may have been saved anyway; it is above the list then.',
      }}
      onSubmit={(name) => {
        const view = { name, filters: filtersToSave(filters) };
        const close = () => {
          onClose();
          // The button that opened this is gone.
          focusHeading();
        };
        saving.mutate((list) => [...list, view], { onSuccess: close });
      }}
      onCancel={onClose}
    />
  );
}

/** Says which profile a view shows, where there are several. */
function profileInWords({ profile }: PostFilters, profiles: readonly Profile[]): string {
  if (profiles.length < 2) return '';
  if (profile === undefined) return 'It shows the profile that is chosen in the header. ';
  return `It keeps the profile ${profiles.find(({ slug }) => slug === profile)?.name ?? profile}. `;
}
