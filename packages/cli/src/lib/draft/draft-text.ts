import { type Draft, problemsOf } from '@social/post-input';
import { pollInWords } from '@social/rules';
import { shortId } from '../post/post.ts';
import type { View } from '../terminal/output.ts';
import { countOf, manyLines, oneLine } from '../text/terminal-text.ts';
import { localTime, timeUntil } from '../text/time.ts';

/** A draft for a person on a terminal or in a file. */
export function wordsOfDraft(draft: Draft, view: View, now: Date): string {
  const facts = factsOf(draft, now).flatMap((line) => view.layout.wrap(line, view.columns));
  return [textOf(draft), '', ...facts, oneLine(draft.url)].join('\n');
}

/** A draft before a question about it. */
export function plainDraft(draft: Draft, now: Date): string {
  return [textOf(draft), '', ...factsOf(draft, now)].join('\n');
}

function textOf({ text, thread = [] }: Draft): string {
  return [text, ...thread].map((part) => manyLines(part)).join('\n---\n') || '(no text yet)';
}

/** Lists platforms and time of a draft, its cost, its people, and what prevents its publication. */
function factsOf(draft: Draft, now: Date): string[] {
  const { platforms, preview } = draft;
  const files = (draft.media?.length ?? 0) + (draft.mediaUrls?.length ?? 0);
  const facts = [
    platforms.length > 0 ? `for ${oneLine(platforms.join(', '))}` : 'for no platform yet',
    whenOf(draft, now),
    ...(files > 0 ? [countOf(files, 'file')] : []),
    `profile ${oneLine(draft.profile)}`,
    ...(preview ? [countOf(preview.credits, 'credit')] : []),
  ];
  const problems = problemsOf(draft).map((problem) => `Not ready: ${problem}`);
  const results = Object.entries(preview?.platformResults ?? {});
  const notes = [
    ...results.flatMap(([platform, { note }]) =>
      note === undefined ? [] : [`${oneLine(platform)}: ${oneLine(note)}`],
    ),
    ...(preview?.notes ?? []).map(({ message }) => oneLine(message)),
  ];
  const poll = draft.poll ? [oneLine(pollInWords(draft.poll))] : [];
  const comments = (draft.comments ?? []).map((comment) => oneLine(`comment: ${comment}`));
  return [facts.join(', '), ...poll, ...comments, ...settingsOf(draft), peopleOf(draft), ...problems, ...notes];
}

/** What approving the draft would set at the networks. */
function settingsOf({ settings = {}, aiGenerated, paidPartnership }: Draft): string[] {
  const set = Object.entries(settings).map(([target, own]) => {
    const values = Object.entries(own).map(([name, value]) => `${name}=${String(value)}`);
    return oneLine(`${target}: ${values.join(', ')}`);
  });
  const labels = [aiGenerated && 'made with AI', paidPartnership && 'a paid partnership'].filter(Boolean);
  return [...set, ...(labels.length > 0 ? [`labeled as ${labels.join(' and ')}`] : [])];
}

/** Tells when a draft would be published: for a slot, the one that it would get now. */
export function whenOf({ scheduledFor, slot, preview }: Draft, now: Date): string {
  if (scheduledFor !== undefined) return timeUntil(scheduledFor, now);
  if (!slot) return 'at once';
  return preview?.scheduledFor ? `in the next slot, ${timeUntil(preview.scheduledFor, now)}` : 'in the next slot';
}

function peopleOf({ writtenBy, editedBy, createdAt, updatedAt, approvedBy, approvedAt = '', postId }: Draft): string {
  const steps = [
    `written by ${oneLine(writtenBy.name)} ${localTime(createdAt)}`,
    ...(editedBy && approvedBy === undefined ? [`changed by ${oneLine(editedBy.name)} ${localTime(updatedAt)}`] : []),
    ...(approvedBy ? [`approved by ${oneLine(approvedBy.name)} ${localTime(approvedAt)}`] : []),
    ...(postId === undefined ? [] : [`post ${shortId(postId)}`]),
  ];
  return steps.join(', ');
}
