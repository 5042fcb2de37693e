import type { CommandLine } from './commands.ts';
import { pathOf } from './commands.ts';
import type { Page } from './places.ts';

/** A line of the sidebar, or a group of lines. */
export interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly target?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Entry[];
}

/** Folders whose pages are listed by title; the pages named here come first, in this order. */
const CONCEPTS = [
  'posts',
  'unknown',
  'idempotency',
  'credits',
  'profiles',
  'keys',
  'members',
  'scheduling',
  'media',
  'threads',
  'taking-back',
  'drafts',
];
const GUIDES = [
  'publish-from-ci',
  'release-tools',
  'python',
  'generated-clients',
  'posts-as-files',
  'feeds',
  'slots',
  'how-posts-did',
  'finding-posts',
  'agents',
  'webhooks',
  'webhooks-out',
  'sandbox-in-your-tests',
  'taking-your-data-along',
];

/** The sidebar: written pages in an order of reading, generated pages in their own order. */
export function navigationOf(pages: readonly Page[], { commands }: CommandLine, resources: readonly string[]): Entry[] {
  const titles = new Map(pages.map(({ path, text }) => [path, titleOf(text)]));
  const page = (path: string, text = titles.get(path) ?? path): Entry => ({ text, link: `/${path}` });
  const folder = (name: string, first: readonly string[] = []): Entry[] => {
    const paths = pages
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`${name}/`) && !path.endsWith('/index.md'));
    const rank = (path: string) => first.indexOf(path.slice(name.length + 1, -3)) + 1 || Number.POSITIVE_INFINITY;
    return paths.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1)).map((path) => page(path));
  };
  return [
    { text: 'Start', items: [page('index.md', 'What it is'), page('get-started.md')] },
    { text: 'Concepts', items: folder('concepts', CONCEPTS) },
    {
      text: 'Guides',
      items: [
        ...folder('guides', GUIDES),
        page('self-hosting.md'),
        ...folder('self-hosting'),
        page('sandbox.md', 'The sandbox'),
      ],
    },
    group('Platforms', 'platforms/index.md', folder('platforms')),
    {
      text: 'Reference',
      items: [
        group(
          'Command',
          'commands/index.md',
          commands.map((one) => page(pathOf(one), one.words.slice(1).join(' '))),
        ),
        group(
          'SDK',
          'sdk/index.md',
          resources.map((name) => page(`sdk/${name}.md`, name)),
        ),
        { text: 'API', link: '/api.html', target: '_self' },
        page('errors.md'),
      ],
    },
    {
      text: 'About',
      items: [
        page('reliability.md', 'Reliability'),
        page('architecture.md'),
        group('Decisions', 'adr/index.md', folder('adr')),
        page('security.md', 'Security'),
        page('contributing.md'),
      ],
    },
  ];
}

function group(text: string, path: string, items: Entry[]): Entry {
  return { text, link: `/${path}`, collapsed: true, items };
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';
}
