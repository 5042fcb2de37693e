import { Modal, Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { NameForm } from '../../ui/name-form.tsx';
import { type Profile, useCreateProfile, useDeleteProfile, useUpdateProfile } from './profiles.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Receives the result in words, after the profiles were read again. */
  onDone: (result: string) => void;
}

/** Two profiles of one name could not be told apart where one is chosen. */
function checkAgainst(others: readonly Profile[]) {
  return (name: string) =>
    others.some((profile) => profile.name.toLowerCase() === name.toLowerCase())
      ? 'A profile has this name already; choose another one.'
      : undefined;
}

/** Asks for the name of a new profile and creates it. */
export function CreateProfileDialog({ profiles, ...dialog }: DialogProps & { profiles: readonly Profile[] }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.onClose} title="New profile" centered>
      <CreateForm profiles={profiles} {...dialog} />
    </Modal>
  );
}

function CreateForm({ profiles, onClose, onDone }: DialogProps & { profiles: readonly Profile[] }) {
  const creation = useCreateProfile();
  return (
    <NameForm
      label="Name"
      description="For example a brand or a customer. The command line gets a short form of it, which later stays as it is."
      submit="Create profile"
      check={checkAgainst(profiles)}
      failure={{
        title: 'No profile was created',
        error: creation.error,
        effect: 'Nothing was stored.',
        uncertain: 'It may have been created anyway; the list shows it then.',
      }}
      isPending={creation.isPending}
      onSubmit={(name) =>
        creation.mutate(name, {
          onSuccess: ({ profile }) => {
            onClose();
            onDone(`${profile.name} was created. Connect its accounts next.`);
          },
        })
      }
      onCancel={onClose}
    />
  );
}

interface SubjectProps extends DialogProps {
  profile: Profile | undefined;
}

/** Asks for another name of a profile. */
export function RenameProfileDialog({ profile, profiles, ...dialog }: SubjectProps & { profiles: readonly Profile[] }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.onClose} title="Rename profile" centered>
      {profile ? (
        <RenameForm profile={profile} others={profiles.filter(({ id }) => id !== profile.id)} {...dialog} />
      ) : null}
    </Modal>
  );
}

function RenameForm({
  profile,
  others,
  onClose,
  onDone,
}: DialogProps & { profile: Profile; others: readonly Profile[] }) {
  const renaming = useUpdateProfile();
  return (
    <NameForm
      label="Name"
      description={`Commands keep calling it ${profile.slug}.`}
      initialName={profile.name}
      submit="Rename"
      check={checkAgainst(others)}
      failure={{
        title: 'Not renamed',
        error: renaming.error,
        effect: `It is still called ${profile.name}.`,
        uncertain: 'It may have its new name anyway.',
      }}
      isPending={renaming.isPending}
      onSubmit={(name) =>
        renaming.mutate(
          { profileId: profile.id, name },
          {
            onSuccess: (renamed) => {
              onClose();
              onDone(`${profile.name} is now called ${renamed.name}.`);
            },
          },
        )
      }
      onCancel={onClose}
    />
  );
}

/** Says what deleting a profile takes with it, and deletes it. */
export function DeleteProfileDialog({ profile, isOpen, onClose, onDone }: SubjectProps) {
  const deletion = useDeleteProfile();
  const close = () => {
    deletion.reset();
    onClose();
  };
  const confirm = () => {
    if (!profile || deletion.isPending) return;
    deletion.mutate(profile.id, {
      onSuccess: () => {
        close();
        onDone(`${profile.name} was deleted, with its connections and scheduled posts.`);
      },
    });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete ${profile?.name ?? ''}?`}
      confirm="Delete profile"
      keep="Keep it"
      isPending={deletion.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text>
        Its accounts are disconnected and its scheduled posts are canceled. What is already published stays on the
        networks.
      </Text>
      <Text>This cannot be undone.</Text>
      {deletion.isError ? (
        <FailureNotice
          title="Not deleted"
          error={deletion.error}
          effect="The profile is as it was."
          uncertain="It may be deleted anyway; the list shows it no longer then."
        />
      ) : null}
    </ConfirmDialog>
  );
}
