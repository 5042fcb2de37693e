import { listed } from '@social/rules';
import type { OutgoingPost } from '../../../driver.ts';
import type { InstagramApi } from '../api.ts';
import { settingsLeftOut } from './parameters.ts';
import { kindOf, type PostKind } from './post-kind.ts';
import { userTags } from './user-tags.ts';

const NAMES: Readonly<Record<PostKind, string>> = {
  image: 'a picture',
  reel: 'a reel',
  carousel: 'a carousel',
  story: 'a story',
};

/** Says what of a post Instagram does not show; undefined where it shows all. */
export function noteOf(api: InstagramApi, post: OutgoingPost): string | undefined {
  const { media, settings } = post;
  const kind = kindOf(post);
  const leftOut = settingsLeftOut(api, post);
  const hasPlaces = userTags(settings).some(({ isPlaced }) => isPlaced);
  const sentences = [
    kind === 'story' && media.some(({ alt }) => alt !== '') && 'A story takes no description of its file.',
    kind === 'reel' &&
      settings['type'] === 'feed' &&
      'Instagram makes a reel of a video, and also shows it in the feed.',
    kind === 'reel' && hasPlaces && 'The userTags of a reel have no places.',
    leftOut.length > 0 && `Instagram takes no ${listed(leftOut, 'or')} with ${NAMES[kind]}: left out.`,
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}
