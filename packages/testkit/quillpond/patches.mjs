/** What a new network needs besides its two folders, its page and its entry in `x-networks`: to shrink to nothing. */
export const PATCHES = [
  { file: 'packages/rules/src/text/marks.ts', after: '  chatbot: NONE,\n', add: '  quillpond: NONE,\n' },
  { file: 'packages/cli/src/commands/sandbox/sandbox-words.ts', after: "  'bluesky',\n", add: "  'quillpond',\n" },
  {
    file: 'apps/dashboard/src/features/usage/textures.tsx',
    after: "  mastodon: { d: 'M2 0V8', ground: 0.55 },\n",
    add: "  quillpond: { d: 'M0 1H8', ground: 0.55 },\n",
  },
  {
    file: 'apps/dashboard/src/ui/platforms/platform-glyph.tsx',
    after: 'const SHAPES: Record<PlatformId, string> = {\n',
    add: "  quillpond: 'M3 13L13 3M3 13c0-5 5-10 10-10c0 5-5 10-10 10',\n",
  },
];
