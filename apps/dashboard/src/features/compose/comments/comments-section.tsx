import { hasComments } from '@social/rules';
import { platformOf } from '@social/types';
import { lazy, memo } from 'react';
import { Folded } from '../folded.tsx';
import type { CommentsProps } from './comment-fields.tsx';

const CommentFields = lazy(() => import('./comment-fields.tsx'));

/** Comments below the post, where a chosen network has comments. */
export const CommentsSection = memo(function CommentsSection(props: CommentsProps) {
  const { platforms, comments, placeOf } = props;
  const isTaken = platforms.some((target) => hasComments(platformOf(target), placeOf(target).network));
  // What a draft has stays in sight, to be taken out.
  if (!isTaken && comments.length === 0) return null;
  return (
    <Folded title="Comments" isFilled={comments.length > 0}>
      <CommentFields {...props} />
    </Folded>
  );
});
