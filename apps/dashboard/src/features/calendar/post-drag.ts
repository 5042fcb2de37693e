import { type DragEvent, useState } from 'react';
import { type Post, standingOf } from '../posts/post-standing.ts';
import { timeOfDay } from './month.ts';
import { timeOnDay } from './post-moves.ts';

/** Tells a post of the calendar from everything else that can be dragged over it. */
const KIND = 'application/x-social-post';

/** The post that is being dragged in a month. */
export interface PostDrag {
  readonly post: Post | null;
  /** What makes a post's entry draggable; nothing for one that does not wait for its time. */
  ofEntry(post: Post): { onDragStart?: (event: DragEvent) => void; onDragEnd?: () => void };
}

/** Dragging within one month. */
export function usePostDrag(): PostDrag {
  const [post, setPost] = useState<Post | null>(null);
  return {
    post,
    ofEntry(entry) {
      // What a restored backup holds back would be released by a move.
      if (standingOf(entry) !== 'scheduled') return {};
      return {
        onDragStart: ({ dataTransfer }) => {
          dataTransfer.setData(KIND, entry.id ?? '');
          dataTransfer.effectAllowed = 'move';
          setPost(entry);
        },
        onDragEnd: () => setPost(null),
      };
    },
  };
}

/**
 * Makes a day take the post that is dragged over it. A day that is over takes it too, for only then can it be said why it
 * is refused.
 */
export function useDayDrop(day: Date, { post }: PostDrag, onDrop: (post: Post) => void) {
  const [isOver, setIsOver] = useState(false);
  const at = post && timeOnDay(post, day);
  return {
    /** What a drop would do, while a post is held over the day. */
    offer: isOver && at ? offerOf(at) : null,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!at || !event.dataTransfer.types.includes(KIND)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setIsOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        if (!post || !at) return;
        event.preventDefault();
        onDrop(post);
      },
    },
  };
}

function offerOf(at: Date): { readonly isRefused: boolean; readonly words: string } {
  const isRefused = at <= new Date();
  return { isRefused, words: isRefused ? `${timeOfDay(at)} is over` : `Move to ${timeOfDay(at)}` };
}
