import { useDebouncedValue } from '@mantine/hooks';
import { isBlankText } from '@social/rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Connections, statusOf } from '../../shared/connections/connections.ts';
import type { Profile } from '../../shared/profiles/profiles.ts';
import { useLeaveWarning } from '../../ui/page/leave-warning.ts';
import { choosableIn, shownTargets } from './accounts/account-choice.tsx';
import type { MediaEntry } from './media/media-entry.ts';
import { useElsewhere } from './saving/elsewhere.ts';
import { fieldsOf } from './saving/form-fields.ts';
import { checkTarget, problemsOf } from './sending/problems.ts';
import { useDryRun, usePublish } from './sending/publishing.ts';
import { hasContent, type PublishRequest, partsFor, requestOf, scheduledFor, type Writing } from './writing.ts';
import type { WritingStore } from './writing-store.ts';

const CHECK_AFTER_MS = 600;
const STILL_LOADING = 'Your accounts are still loading: try again in a moment.';

/** The subject of the form for a post. */
export interface ComposeFormProps {
  store: WritingStore;
  profiles: readonly Profile[];
  profile: Profile;
  /** The profile that is chosen in the header. */
  headerProfileId: string | undefined;
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  isFreePlan: boolean;
}

interface Shown {
  writing: Writing;
  media: readonly MediaEntry[];
  now: Date;
  isSending: boolean;
}

export type Sending = ReturnType<typeof useSending>;

/** Prepares the request and the fields to save, with everything that is wrong with them. */
export function useSending(
  { store, profiles, profile, connections, isFreePlan }: ComposeFormProps,
  { writing, media, now, isSending }: Shown,
) {
  const publish = usePublish(store);
  const isInFlight = useRef(false);
  const [isAsked, setAsked] = useState(false);

  const isChoosable = choosableIn(connections, isFreePlan);
  const sendableOf = ({ platforms }: Writing) => platforms.filter(isChoosable);
  const platformsOf = (one: Writing) => shownTargets(one, isChoosable);
  const checksOf = (one: Writing, files: readonly MediaEntry[]) =>
    platformsOf(one).map((target) =>
      checkTarget(target, {
        writing: one,
        media: files,
        connected: statusOf(connections, target),
        isChoosable: connections === undefined || isChoosable(target),
      }),
    );
  const sendable = sendableOf(writing);
  const platforms = platformsOf(writing);
  const checks = checksOf(writing, media);
  // Nothing is sent to accounts that are not on the screen yet.
  const problems = connections ? problemsOf(writing, media, { checks, now }) : [STILL_LOADING];
  const request = requestOf(writing, media, { platforms, profile: profile.slug });
  const checked = requestOf(writing, media, { platforms: sendable, profile: profile.slug });
  const isWritten = sendable.every((target) => !partsFor(writing, target).some(isBlankText));
  const check = useCheck(sendable.length > 0 && isWritten ? checked : null);

  // Accounts that are chosen stay chosen until it is known which can be.
  const isKnown = connections !== undefined;
  const fields = fieldsOf(isKnown ? { ...writing, platforms } : writing, media, profile.slug);
  useEffect(() => {
    // What is sent was wanted as it was pressed, and may be newer than what is shown.
    if (isSending || isInFlight.current) return;
    store.saver.want(fields, { platforms: isKnown ? sendable : writing.platforms, profileId: profile.id });
  });
  const said = useElsewhere(store, profiles, isSending);
  const isUploading = media.some(({ at }) => at.stage === 'waiting' || at.stage === 'uploading');
  const isUnsaved = hasContent(writing, media) && writing.saved?.json !== JSON.stringify(fields);
  useLeaveWarning(isUploading || (isUnsaved && !store.hasCopy()));

  const send = () => {
    setAsked(true);
    // What is shown may be a key behind.
    const [latest, files] = [store.writing(), store.shelf.entries()];
    const wrong = problemsOf(latest, files, { checks: checksOf(latest, files), now: new Date() });
    if (!connections || wrong.length > 0 || isSending || isInFlight.current) return;
    isInFlight.current = true;
    const given = { ...latest, platforms: platformsOf(latest) };
    const sent = requestOf(latest, files, { platforms: given.platforms, profile: profile.slug });
    // Where every platform has a text of its own, the common one may be blank, but a draft needs one.
    if (latest.saved && isBlankText(latest.text)) {
      given.text = sent.text;
      store.change({ text: sent.text });
    }
    store.saver.want(fieldsOf(given, files, profile.slug), { platforms: given.platforms, profileId: profile.id });
    publish.mutate(sent, {
      onSettled: () => {
        isInFlight.current = false;
      },
    });
  };
  const save = useCallback(() => {
    const { saved, unsettledKey } = store.writing();
    // What may have been sent must not become a draft that is sent once more.
    if (isSending || (!saved && unsettledKey !== null)) return;
    setAsked(false);
    void store.saver.save();
  }, [store, isSending]);
  // An error about a draft that was stored anew since then says nothing about the new one.
  const isOfThis = publish.context?.draftId == null || publish.context.draftId === writing.saved?.id;
  const error = isOfThis ? publish.error : null;
  return { platforms, checks, problems, request, check, at: scheduledFor(writing), isAsked, error, said, send, save };
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
