import { Modal, Text } from '@mantine/core';
import { type Profile, useDeleteProfile, useNameProfile } from '../../shared/profiles/profiles.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { NameForm } from '../../ui/dialogs/name-form.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Receives the result in words, after the profiles were read again. */
  onDone: (result: string) => void;
}

interface NameDialogProps extends DialogProps {
  profiles: readonly Profile[];
  /** The profile to rename; undefined to create one. */
  profile?: Profile | undefined;
}

/** Asks for the name of a profile, then creates or renames it. */
export function ProfileNameDialog(props: NameDialogProps) {
  const { isOpen, onClose, profile } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={profile ? 'Rename profile' : 'New profile'} centered>
      <ProfileNameForm {...props} />
    </Modal>
  );
}

function ProfileNameForm({ profile, profiles, onClose, onDone }: NameDialogProps) {
  const naming = useNameProfile(profile?.id);
  return (
    <NameForm
      description={
        profile
          ? `Commands keep calling it ${profile.slug}.`
          : 'For example a brand or a customer. The command line uses a short form of the name, which never changes.'
      }
      initialName={profile?.name ?? ''}
      submit={profile ? 'Rename' : 'Create profile'}
      check={(name) =>
        // The page shows a profile by its name alone, so that two equal names could not be told apart.
        profiles.some((other) => other.id !== profile?.id && other.name.toLowerCase() === name.toLowerCase())
          ? 'A profile has this name already; choose another one.'
          : undefined
      }
      failure={
        profile
          ? {
              title: 'Not renamed',
              effect: `It is still called ${profile.name}.`,
              uncertain: 'It may have its new name anyway.',
            }
          : {
              title: 'No profile was created',
              effect: 'Nothing was stored.',
              uncertain: 'It may have been created anyway; the list shows it then.',
            }
      }
      change={naming}
      onSubmit={(name) =>
        naming.mutate(name, {
          onSuccess: (named) => {
            onClose();
            onDone(
              profile
                ? `${profile.name} is now called ${named.name}.`
                : `${named.name} was created. Connect its accounts next.`,
            );
          },
        })
      }
      onCancel={onClose}
    />
  );
}

/** Says what is lost with a profile, and deletes it. */
export function DeleteProfileDialog({ profile, isOpen, onClose, onDone }: DialogProps & { profile?: Profile }) {
  const deletion = useDeleteProfile();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete ${profile?.name ?? ''}?`}
      confirm="Delete profile"
      keep="Keep it"
      change={deletion}
      input={profile?.id ?? ''}
      failure={{
        title: 'Not deleted',
        effect: 'The profile is as it was.',
        uncertain: 'It may be deleted anyway; then the list no longer shows it.',
      }}
      onClose={onClose}
      onDone={() => onDone(`${profile?.name} was deleted, with its connections and scheduled posts.`)}
    >
      <Text>
        Its accounts are disconnected and its scheduled posts are canceled. What is already published stays on the
        networks.
      </Text>
      <Text>This cannot be undone.</Text>
    </ConfirmDialog>
  );
}
