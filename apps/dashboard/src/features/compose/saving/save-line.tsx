import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import { InlineLink } from '../../../ui/parts/links.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import { type DraftStore, useDraft } from '../draft-store.ts';

const TICK_MS = 5_000;
const MINUTE_MS = 60_000;

/** "Saved 10 s ago", with the way to the draft. Renders nothing for what is only in this tab. */
export function SaveLine({ store }: { store: DraftStore }) {
  const { saved } = useDraft(store).draft;
  const state = useSyncExternalStore(store.saver.subscribe, store.saver.state);
  const [wasNew] = useState(saved === null);
  return (
    <>
      {/* Only the first save is read out: those after each change would interrupt the writer. */}
      <VisuallyHidden component="div">
        <LiveRegion>{wasNew && saved ? 'Saved as a draft' : ''}</LiveRegion>
      </VisuallyHidden>
      {saved ? (
        <Text size="sm" c="dimmed" component="div">
          {state.at === 'saving' ? (
            'Saving…'
          ) : state.at === 'rest' ? (
            <>
              Saved <Since at={saved.at} />
            </>
          ) : state.at === 'waiting' ? (
            'Changed; saved in a moment'
          ) : (
            'The last changes are not saved yet'
          )}
          {' · '}
          <InlineLink href={`/drafts/${saved.id}`}>See the draft</InlineLink>
        </Text>
      ) : null}
    </>
  );
}

/** "10 s ago", and in minutes after the first one. */
function Since({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  const ageMs = Math.max(0, now - Date.parse(at));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  if (ageMs >= MINUTE_MS) return <Moment at={at} as="distance" />;
  const seconds = Math.floor(ageMs / TICK_MS) * (TICK_MS / 1_000);
  return seconds === 0 ? 'just now' : `${seconds} s ago`;
}
