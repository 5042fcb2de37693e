/** What a new network needs besides its two folders, its page and its entry in `x-networks`: to shrink to nothing. */
export const PATCHES = [
  {
    file: 'specs/openapi.yaml',
    after: 'x-platforms:\n',
    add: `  quillpond:
    label: Quillpond
    networks: [quillpond]
    paidPlan: false
    replies: false
    text: { max: 240, unit: characters, required: true }
    mediaUrls: [image]
    costs: { post: 1, deletePost: 1 }
`,
  },
  {
    file: 'specs/openapi.yaml',
    after: 'enum: [profnet, microblog, video, shortvideo, socialnet, photonet, chatbot, bluesky, mastodon',
    add: ', quillpond',
  },
  {
    file: 'packages/platforms/src/registry.ts',
    after: "import { createYoutubeDriver, YOUTUBE_DEFAULTS } from './video/youtube/driver.ts';\n",
    add: "import { createQuillpondDriver, QUILLPOND_DEFAULTS } from './quillpond/driver.ts';\n",
  },
  {
    file: 'packages/platforms/src/registry.ts',
    after: 'export const NETWORKS: readonly NetworkRegistration[] = [\n',
    add: "  { platform: 'quillpond', network: 'quillpond', ...QUILLPOND_DEFAULTS, sandboxPath: '/quillpond', create: createQuillpondDriver },\n",
  },
  {
    file: 'packages/sandbox/src/world/network-ids.ts',
    after: "  bluesky: 'Bluesky',\n",
    add: "  quillpond: 'Quillpond',\n",
  },
  {
    file: 'packages/sandbox/src/networks/registry.ts',
    after: "import { createYoutube } from './youtube/network.ts';\n",
    add: "import { createQuillpond } from './quillpond/network.ts';\n",
  },
  {
    file: 'packages/sandbox/src/networks/registry.ts',
    after: '  bluesky: createBluesky,\n',
    add: '  quillpond: createQuillpond,\n',
  },
  {
    file: 'packages/sandbox/src/networks/media-limits.ts',
    after: 'export const mediaLimits = {\n',
    add: "  quillpond: { maxFiles: 1, pictures: { types: ['image/png'], maxBytes: 2 * megabyte }, maxAltText: 400 },\n",
  },
  {
    file: 'packages/sandbox/src/networks/host-names.ts',
    after: "  bluesky: ['bsky.social', 'bsky.app', 'plc.directory', 'public.api.bsky.app', 'video.bsky.app'],\n",
    add: "  quillpond: ['api.quillpond.example', 'quillpond.example'],\n",
  },
  {
    file: 'packages/sandbox/src/networks/seeds.ts',
    after: "import { youtubeSeed } from './youtube/seed.ts';\n",
    add: "import { quillpondSeed } from './quillpond/state.ts';\n",
  },
  {
    file: 'packages/sandbox/src/networks/seeds.ts',
    after: '  bluesky: blueskySeed,\n',
    add: '  quillpond: quillpondSeed,\n',
  },
  { file: 'packages/sandbox/src/world/counters.ts', after: '  linkedin: [],\n', add: '  quillpond: [],\n' },
  { file: 'packages/rules/src/text/marks.ts', after: '  chatbot: NONE,\n', add: '  quillpond: NONE,\n' },
  { file: 'packages/cli/src/commands/sandbox/sandbox-words.ts', after: "  'bluesky',\n", add: "  'quillpond',\n" },
  {
    file: 'apps/dashboard/src/features/usage/textures.tsx',
    after: "  mastodon: { d: 'M2 0V8', ground: 0.55 },\n",
    add: "  quillpond: { d: 'M0 1H8', ground: 0.55 },\n",
  },
  {
    file: 'apps/dashboard/src/features/usage/textures.module.css',
    after: '.other {\n  color: light-dark(#5a5c60, #a9adb5);\n}\n',
    add: '\n.quillpond {\n  color: light-dark(#0b6e4f, #63d2a5);\n}\n',
  },
  {
    file: 'apps/dashboard/src/ui/platforms/platform-glyph.tsx',
    after: 'const SHAPES: Record<PlatformId, string> = {\n',
    add: "  quillpond: 'M3 13L13 3M3 13c0-5 5-10 10-10c0 5-5 10-10 10',\n",
  },
  {
    file: 'apps/dashboard/src/ui/accounts/account-face.module.css',
    after: '.badge[data-platform="mastodon"] {\n  --badge: #5b45d6;\n}\n',
    add: '\n.badge[data-platform="quillpond"] {\n  --badge: #0b6e4f;\n}\n',
  },
];
