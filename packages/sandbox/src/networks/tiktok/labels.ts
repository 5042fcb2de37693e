import type { Post } from '../../world/posts.ts';

const audiences: Readonly<Record<string, string>> = {
  MUTUAL_FOLLOW_FRIENDS: 'friends',
  FOLLOWER_OF_CREATOR: 'followers',
  SELF_ONLY: 'only me',
};
const flags: Readonly<Record<string, string>> = {
  disable_comment: 'comments off',
  disable_duet: 'duet off',
  disable_stitch: 'stitch off',
  brand_content_toggle: 'paid partnership',
  brand_organic_toggle: 'promotional content',
  is_aigc: 'creator labeled as AI-generated',
  auto_add_music: 'music by TikTok',
};

/** What the page of a post says about it. */
export function labelsOf(settings: NonNullable<Post['settings']>): string[] {
  const audience = audiences[String(settings['privacy_level'])];
  const { video_cover_timestamp_ms: ms, photo_cover_index: index } = settings;
  return [
    ...(audience === undefined ? [] : [audience]),
    ...Object.keys(flags).flatMap((name) => (settings[name] === true ? (flags[name] ?? []) : [])),
    ...(ms === undefined ? [] : [`cover at ${ms} ms`]),
    ...(index === undefined || index === 0 ? [] : [`cover: photo ${Number(index) + 1}`]),
  ];
}
