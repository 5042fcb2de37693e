import { Grid, Paper, Stack, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { isBlankText } from '@social/rules';
import { useIsMutating } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLeaveWarning } from '../../ui/page/leave-warning.ts';
import { useNow } from '../../ui/values/now.ts';
import { useMay } from '../account/role.ts';
import { connectionsAddress } from '../connections/connections.ts';
import { MediaField } from '../media/media-field.tsx';
import { ProfileSelect } from '../profiles/profile-select.tsx';
import type { Profile } from '../profiles/profiles.ts';
import classes from './compose.module.css';
import { hasContent, type PublishRequest, requestOf } from './draft.ts';
import { type DraftStore, useDraft } from './draft-store.ts';
import { type Connections, choosablePlatforms, PlatformChoice } from './platform-choice.tsx';
import { fieldsOf } from './saving/form-fields.ts';
import { KeptFieldsNotice } from './saving/kept-fields.tsx';
import { SaveLine } from './saving/save-line.tsx';
import { SaveNotice } from './saving/save-notice.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { CheckPanel } from './sending/check-panel.tsx';
import { checkPlatform, placeAt, problemsOf } from './sending/problems.ts';
import { publishKey, useDryRun, usePublish } from './sending/publishing.ts';
import { SendButtons } from './sending/send-buttons.tsx';
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

/** The form for a post: checks it while it is written, saves it, and sends it. */
export function ComposeForm(props: ComposeFormProps) {
  const { store, profiles, profile, connections, isFreePlan } = props;
  const { draft, media } = useDraft(store);
  const now = useNow();
  const { platforms, checks, request, isSending, ...form } = useComposition(props, now);
  const canPublish = useMay()('publish');
  const act = canPublish ? form.send : form.save;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    act();
  };
  const actByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    act();
  };
  return (
    <form onSubmit={submit} onKeyDown={actByKeys} noValidate>
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
            <KeptFieldsNotice kept={draft.kept} />
          </fieldset>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Paper withBorder className={classes['panel'] ?? ''}>
            <Stack gap="md">
              <Title order={2} size="h4">
                {isSending ? 'Sending' : 'Before sending'}
              </Title>
              {isSending ? <SendingPanel request={request} /> : <CheckPanel checks={checks} {...form.check} />}
              {form.isAsked && form.problems.length > 0 ? <NotSentNotice problems={form.problems} /> : null}
              {isSending ? null : <SendNotice store={store} request={request} error={form.error} />}
              <SaveNotice store={store} profiles={profiles} />
              <SendButtons store={store} canPublish={canPublish} isSending={isSending} onSave={form.save} />
              <SaveLine store={store} />
            </Stack>
          </Paper>
        </Grid.Col>
      </Grid>
    </form>
  );
}

/** Prepares the request and the fields to save, with everything that is wrong with them. */
function useComposition({ store, profile, connections, isFreePlan }: ComposeFormProps, now: Date) {
  const { draft, media } = useDraft(store);
  const publish = usePublish(store);
  // A post may still be on its way when the reader returns to this page.
  const isSending = useIsMutating({ mutationKey: publishKey(store) }) > 0;
  const isInFlight = useRef(false);
  const [isAsked, setAsked] = useState(false);

  const choosable = choosablePlatforms(connections, isFreePlan);
  const sendable = draft.platforms.filter((platform) => choosable.includes(platform));
  // A saved draft keeps a platform that cannot be chosen now, until its writer takes it out.
  const platforms = draft.saved ? draft.platforms : sendable;
  const checks = platforms.map((platform) => {
    const isChoosable = connections === undefined || choosable.includes(platform);
    return checkPlatform(platform, { draft, media, connected: connections?.[platform], isChoosable });
  });
  const problems = problemsOf(draft, media, { checks, now });
  const request = requestOf(draft, media, { platforms, profile: profile.slug });
  const isWritten = ![request.text, ...(request.thread ?? [])].some(isBlankText);
  const checked = requestOf(draft, media, { platforms: sendable, profile: profile.slug });
  const check = useCheck(sendable.length > 0 && isWritten ? checked : null);

  const fields = fieldsOf({ ...draft, platforms }, media, profile.slug);
  useEffect(() => store.saver.want(fields));
  useLeaveWarning(hasContent(draft, media) && draft.saved?.json !== JSON.stringify(fields));

  const send = () => {
    setAsked(true);
    const isLate = problemsOf(draft, media, { checks, now: new Date() }).length > 0;
    if (isLate || isSending || isInFlight.current) return;
    isInFlight.current = true;
    // Where every platform has a text of its own, the common one may be blank, but a draft needs one.
    if (draft.saved && isBlankText(draft.text)) {
      store.change({ text: request.text });
      store.saver.want({ ...fields, text: request.text });
    }
    publish.mutate(request, {
      onSettled: () => {
        isInFlight.current = false;
      },
    });
  };
  const save = () => {
    // What may have been sent must not become a draft that is sent once more.
    if (isSending || (!draft.saved && draft.unsettledKey !== null)) return;
    setAsked(false);
    if (!draft.saved) store.change({ platforms: sendable, profileId: profile.id });
    void store.saver.save();
  };
  // An error about a draft that was stored anew since then says nothing about the new one.
  const isOfThis = publish.context?.draftId == null || publish.context.draftId === draft.saved?.id;
  const error = isOfThis ? publish.error : null;
  return { platforms, checks, problems, request, check, isSending, isAsked, error, send, save };
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
