import { Button, VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { isTransient } from '../../../api/failures.ts';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import { InlineLink } from '../../../ui/parts/links.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import classes from '../compose.module.css';
import { useWritingPart, type WritingStore } from '../writing-store.ts';
import type { SaveState } from './draft-saver.ts';
import type { SavedDraft } from './saved-draft.ts';

const TICK_MS = 5_000;
const MINUTE_MS = 60_000;

/** "Saved 10 s ago", with the way to the draft. */
export const SaveLine = memo(function SaveLine({ store }: { store: WritingStore }) {
  const saved = useWritingPart(store, (writing) => writing.saved);
  const state = useSyncExternalStore(store.saver.subscribe, store.saver.state);
  const notSaved = store.hasCopy() ? 'Not saved: no connection, kept on this device' : 'Not saved: no connection';
  const isUnreached = state.at === 'failed' && isTransient(state.error);
  const said = useWordsToSay({ state, saved, lost: isUnreached ? notSaved : null });
  return (
    <div className={classes['saved']}>
      <VisuallyHidden component="div">
        <LiveRegion>{said}</LiveRegion>
      </VisuallyHidden>
      <span>{isUnreached ? notSaved : wordsOf(state, saved)}</span>
      {said === notSaved ? (
        <>
          {' · '}
          <Button variant="subtle" size="compact-sm" onClick={() => void store.saver.save()}>
            Save again
          </Button>
        </>
      ) : null}
      {saved ? (
        <>
          {' · '}
          <InlineLink href={`/drafts/${saved.id}`}>See the draft</InlineLink>
        </>
      ) : null}
    </div>
  );
});

/**
 * Returns what is read out: the first save, a lost connection once however often the save is tried again, and the save after it. Those
 * after each change would interrupt the writer.
 * @param lost words of a save that was not possible; null for every other state
 */
function useWordsToSay({
  state,
  saved,
  lost,
}: {
  state: SaveState;
  saved: SavedDraft | null;
  lost: string | null;
}): string {
  const [said, setSaid] = useState({ words: '', isLost: false, savedAt: saved?.at });
  const isTriedAgain = said.isLost && state.at === 'saving';
  const isBack = said.isLost && saved?.at !== said.savedAt;
  const isFirst = saved !== null && said.savedAt === undefined;
  const other = isFirst ? 'Saved as a draft' : said.isLost ? '' : said.words;
  const words = lost ?? (isTriedAgain ? said.words : isBack ? 'Saved' : other);
  const isLost = lost !== null || isTriedAgain;
  if (words !== said.words || isLost !== said.isLost) setSaid({ words, isLost, savedAt: saved?.at });
  return words;
}

function wordsOf(state: SaveState, saved: SavedDraft | null): ReactNode {
  if (state.at === 'saving') return 'Saving…';
  if (state.at === 'waiting') return saved ? 'Changed; saved in a moment' : 'Saved as a draft in a moment';
  if (state.at !== 'rest') return 'The last changes are not saved yet';
  if (!saved) return 'Saves itself as you write';
  return (
    <>
      Saved <Since at={saved.at} />
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
