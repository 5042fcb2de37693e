import type { Definition, ListItem, Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** The tree of a text in GitHub's Markdown. @see https://github.com/syntax-tree/mdast (read 2026-11-21) */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Addresses that links of a document lead to by a name. */
export type LinkTargets = ReadonlyMap<string, string>;

/** Every `[name]: address` of a document. */
export function linkTargetsOf({ children }: Root): LinkTargets {
  const definitions = children.filter((node): node is Definition => node.type === 'definition');
  return new Map(definitions.map(({ identifier, url }) => [identifier, url]));
}

/**
 * What a reader of a network sees in place of Markdown: a heading is a line, an item of a list begins with `• `, a link is
 * its text with its address behind it, or the address alone where both are the same. Pictures, comments and tags go.
 */
export function plainText(nodes: readonly Nodes[], targets: LinkTargets): string {
  return blocks(nodes, targets)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Blocks below each other with an empty line between, except that a list follows its heading or text at once. */
function blocks(nodes: readonly Nodes[], targets: LinkTargets): string {
  let text = '';
  let before: Nodes['type'] | undefined;
  for (const node of nodes) {
    const block = blockText(node, targets);
    if (block.trim() === '') continue;
    const isClose = node.type === 'list' && (before === 'heading' || before === 'paragraph');
    text += `${text === '' ? '' : isClose ? '\n' : '\n\n'}${block}`;
    before = node.type;
  }
  return text;
}

function blockText(node: Nodes, targets: LinkTargets): string {
  switch (node.type) {
    case 'definition':
    case 'thematicBreak':
    case 'yaml':
      return '';
    case 'code':
      return node.value;
    case 'html':
      return withoutTags(node.value).trim();
    case 'list':
      return node.children
        .map((item, index) => itemText(item, node.ordered ? `${(node.start ?? 1) + index}. ` : '• ', targets))
        .filter((item) => item !== '')
        .join('\n');
    case 'table':
      return node.children
        .map((row) => row.children.map((cell) => inline(cell, targets).trim()).join(' | '))
        .join('\n');
    case 'blockquote':
    case 'footnoteDefinition':
      return blocks(node.children, targets);
    default:
      return inlineOf(node, targets).trim();
  }
}

function itemText({ children }: ListItem, mark: string, targets: LinkTargets): string {
  const lines = blocks(children, targets).split('\n');
  const [first, ...others] = lines.filter((line) => line !== '');
  if (first === undefined) return '';
  return [`${mark}${first}`, ...others.map((line) => `  ${line}`)].join('\n');
}

function inline({ children }: Parents, targets: LinkTargets): string {
  return children.map((child) => inlineOf(child, targets)).join('');
}

function inlineOf(node: Nodes, targets: LinkTargets): string {
  switch (node.type) {
    case 'text':
      // A line break in the source is a space to a reader.
      return node.value.replace(/\s*\n\s*/g, ' ');
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
      return withoutTags(node.value);
    case 'link':
      return linkText(inline(node, targets), node.url);
    case 'linkReference':
      return linkText(inline(node, targets), targets.get(node.identifier) ?? '');
    case 'image':
    case 'imageReference':
    case 'footnoteReference':
      return '';
    default:
      return 'children' in node ? inline(node, targets) : '';
  }
}

/** An address within the repository means nothing elsewhere. */
function linkText(text: string, url: string): string {
  const shown = text.trim();
  if (shown === '' || !/^(https?|mailto):/i.test(url)) return text;
  return withoutScheme(shown) === withoutScheme(url) ? (url.startsWith('mailto:') ? shown : url) : `${shown} (${url})`;
}

function withoutScheme(address: string): string {
  return address.replace(/^(https?:\/\/|mailto:)/i, '').replace(/\/$/, '');
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '');
}
