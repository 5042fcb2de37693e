import { type DragEvent, useState } from 'react';
import { useMay } from '../../account/role.ts';
import { type Post, standingOf } from '../../posts/post-standing.ts';
import { timeOfDay } from '../month/month.ts';
import { timeOnDay } from './post-moves.ts';

/** Type of the dragged data, which marks it as a post of the calendar. */
const KIND = 'application/x-social-post';

/** The post that is being dragged in a month. */
export interface PostDrag {
  readonly post: Post | null;
  /** Returns the handlers that make a scheduled post's entry draggable, and no handlers for other posts. */
  ofEntry(post: Post): { onDragStart?: (event: DragEvent) => void; onDragEnd?: () => void };
}

/** Tracks the post that is dragged within one month. */
export function usePostDrag(): PostDrag {
  const [post, setPost] = useState<Post | null>(null);
  const mayMove = useMay()('publish');
  return {
    post,
    ofEntry(entry) {
      // Moving a post that a restored backup holds back would release it.
      if (standingOf(entry) !== 'scheduled' || !mayMove) return {};
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

/** Lets a day accept the dragged post. A past day accepts it too, so that the page can say why it refuses the move. */
export function useDayDrop(day: Date, { post }: PostDrag, onDrop: (post: Post) => void) {
  const [isOver, setIsOver] = useState(false);
  const at = post && timeOnDay(post, day);
  return {
    /** Says what a drop would do while a post is dragged over the day. */
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
  return { isRefused, words: isRefused ? `${timeOfDay(at)} has passed` : `Move to ${timeOfDay(at)}` };
}
