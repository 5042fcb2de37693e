import { readFileSync } from 'node:fs';
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress';
import { mendSearchBox } from './search-box.ts';

const sidebar: DefaultTheme.SidebarItem[] = JSON.parse(
  readFileSync(new URL('../dist/navigation.json', import.meta.url), 'utf8'),
);
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1d5fbf" d="M2 3h12v7H7l-3 3v-3H2z"/></svg>';

/** The button's accessible name, which must match its text. */
const SEARCH = 'Search, or press /';

// Renders the pages that src/bin.ts gathered. The pages load nothing from other sites.
export default defineConfig({
  title: 'social',
  titleTemplate: ':title · social',
  description: 'One call publishes a post to several social networks, never twice',
  lang: 'en',
  srcDir: 'dist/pages',
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  markdown: {
    html: false,
    linkify: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: adapt,
  },
  vite: { plugins: [mendSearchBox()] },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Get started', link: '/get-started.md' },
      { text: 'Commands', link: '/commands/index.md' },
      { text: 'SDK', link: '/sdk/index.md' },
      { text: 'API', link: '/api.html', target: '_self' },
      { text: 'Errors', link: '/errors.md' },
    ],
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: { translations: { button: { buttonText: SEARCH, buttonAriaLabel: SEARCH } } },
    },
    externalLinkIcon: false,
  },
});

function adapt(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const { fence } = rules;
  const { escapeHtml } = markdown.utils;
  // A block that the reader saves as a file gets the file's name as its heading.
  rules.fence = (tokens, index, ...rest) => {
    const name = /\bfile=(\S+)/.exec(tokens[index]?.info ?? '')?.[1];
    const block = fence?.(tokens, index, ...rest) ?? '';
    return name === undefined ? block : `<p class="file-name"><code v-pre>${escapeHtml(name)}</code></p>${block}`;
  };
  // Documents contain no templates.
  rules.text = (tokens, index) => escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;');
}
