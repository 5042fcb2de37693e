import { Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { isBlankText } from '@social/rules';
import { useIsMutating } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { useLeaveWarning } from '../../ui/page/leave-warning.ts';
import { useNow } from '../../ui/values/now.ts';
import { connectionsAddress } from '../connections/connections.ts';
import { MediaField } from '../media/media-field.tsx';
import { ProfileSelect } from '../profiles/profile-select.tsx';
import type { Profile } from '../profiles/profiles.ts';
import classes from './compose.module.css';
import { hasContent, type PublishRequest, requestOf } from './draft.ts';
import { type DraftStore, useDraft } from './draft-store.ts';
import { type Connections, choosablePlatforms, PlatformChoice } from './platform-choice.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { CheckPanel } from './sending/check-panel.tsx';
import { checkPlatform, placeAt, problemsOf } from './sending/problems.ts';
import { publishKey, useDryRun, usePublish } from './sending/publishing.ts';
import { NotSentNotice, SendNotice } from './sending/send-notices.tsx';
import { SendingPanel } from './sending/sending-panel.tsx';
import { TextFields } from './text/text-fields.tsx';

const CHECK_AFTER_MS = 600;

interface ComposeFormProps {
  store: DraftStore;
  profiles: readonly Profile[];
  profile: Profile;
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  isFreePlan: boolean;
}

/** The form for a post: checks it while it is written, and sends it. */
export function ComposeForm({ store, profiles, profile, connections, isFreePlan }: ComposeFormProps) {
  const { draft, media } = useDraft(store);
  const now = useNow();
  const publish = usePublish(store);
  // A post may still be on its way when the reader returns to this page.
  const isSending = useIsMutating({ mutationKey: publishKey(store) }) > 0;
  const isInFlight = useRef(false);
  const [isAsked, setAsked] = useState(false);
  useLeaveWarning(hasContent(draft, media));

  const choosable = choosablePlatforms(connections, isFreePlan);
  const platforms = draft.platforms.filter((platform) => choosable.includes(platform));
  const checks = platforms.map((platform) =>
    checkPlatform(platform, { draft, media, connected: connections?.[platform] }),
  );
  const problems = problemsOf(draft, media, { checks, now });
  const request = requestOf(draft, media, { platforms, profile: profile.slug });
  const isWritten = ![request.text, ...(request.thread ?? [])].some(isBlankText);
  const check = useCheck(platforms.length > 0 && isWritten ? request : null);

  const send = () => {
    setAsked(true);
    const isLate = problemsOf(draft, media, { checks, now: new Date() }).length > 0;
    if (isLate || isSending || isInFlight.current) return;
    isInFlight.current = true;
    publish.mutate(request, {
      onSettled: () => {
        isInFlight.current = false;
      },
    });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit} onKeyDown={sendByKeys} noValidate>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <fieldset className={classes['fields']} disabled={isSending} aria-label="The post">
            <ProfileSelect
              profiles={profiles}
              value={profile.id}
              onChoose={(profileId) => store.change({ profileId })}
            />
            <PlatformChoice
              connections={connections}
              isFreePlan={isFreePlan}
              value={platforms}
              onChange={(chosen) => store.change({ platforms: chosen })}
              connectionsAddress={connectionsAddress({ profileId: profile.id })}
            />
            <TextFields
              draft={draft}
              platforms={platforms}
              placeOf={(platform) => placeAt(connections?.[platform], media)}
              onChange={(change) => store.change(change)}
            />
            <MediaField shelf={store.shelf} entries={media} />
            <ScheduleField draft={draft} now={now} onChange={(change) => store.change(change)} />
          </fieldset>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Paper withBorder className={classes['panel'] ?? ''}>
            <Stack gap="md">
              <Title order={2} size="h4">
                {isSending ? 'Sending' : 'Before sending'}
              </Title>
              {isSending ? <SendingPanel request={request} /> : <CheckPanel checks={checks} {...check} />}
              {isAsked && problems.length > 0 ? <NotSentNotice problems={problems} /> : null}
              {isSending ? null : <SendNotice store={store} request={request} error={publish.error} />}
              <Group gap="sm">
                <Button type="submit" loading={isSending}>
                  {draft.when === 'later' ? 'Schedule' : 'Publish now'}
                </Button>
                <Text size="sm" c="dimmed" visibleFrom="sm">
                  or Ctrl + Enter
                </Text>
              </Group>
            </Stack>
          </Paper>
        </Grid.Col>
      </Grid>
    </form>
  );
}

/** Asks the server for a dry run a moment after the last change. */
function useCheck(request: PublishRequest | null) {
  const json = request && JSON.stringify(request);
  const [settled] = useDebouncedValue(json, CHECK_AFTER_MS);
  const dryRun = useDryRun(settled === null ? null : JSON.parse(settled));
  return {
    // An answer about another profile's accounts does not apply.
    dryRun: request !== null && dryRun.data?.profile === request.profile ? dryRun.data : undefined,
    isChecking: request !== null && (settled !== json || dryRun.isFetching),
    error: json === null ? null : dryRun.error,
  };
}
