import type { Definition, ListItem, Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { checkMarkdown } from './markdown-limits.ts';

/**
 * Parses GitHub's Markdown.
 * @param path names the file in errors
 * @throws {CliError} for text that is nested too deeply
 * @see https://github.com/syntax-tree/mdast (read 2026-11-21)
 */
export function parseMarkdown(markdown: string, path: string): Root {
  checkMarkdown(markdown, path);
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Addresses of links by their reference names. */
export type LinkTargets = ReadonlyMap<string, string>;

/** Every `[name]: address` of a document. */
export function linkTargetsOf({ children }: Root): LinkTargets {
  const definitions = children.filter((node): node is Definition => node.type === 'definition');
  return new Map(definitions.map(({ identifier, url }) => [identifier, url]));
}

/**
 * Turns Markdown into plain text. A heading is a line, a list item begins with `• `, a link is its text followed by its
 * address, or the address alone when both are the same. Drops pictures, comments and tags.
 */
export function plainText(nodes: readonly Nodes[], targets: LinkTargets): string {
  const lines = blocks(nodes, targets).split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Joins blocks with an empty line between them; a list follows its heading or text directly. */
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
  return children.map((child, at) => inlineOf(child, targets, children[at + 1])).join('');
}

function inlineOf(node: Nodes, targets: LinkTargets, next?: Nodes): string {
  switch (node.type) {
    case 'text':
      // A line break in the source is a space in the text.
      return joinLines(node.value);
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
      return withoutTags(node.value);
    case 'link':
      return linkText(inline(node, targets), node.url, next);
    case 'linkReference':
      return linkText(inline(node, targets), targets.get(node.identifier) ?? '', next);
    case 'image':
    case 'imageReference':
    case 'footnoteReference':
      return '';
    default:
      return 'children' in node ? inline(node, targets) : '';
  }
}

function joinLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  if (others.length === 0) return text;
  const last = others.pop() ?? '';
  const middle = others.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...middle, last.trimStart()].join(' ');
}

/** The text of a link. Leaves out addresses within the repository, which lead nowhere from a network. */
function linkText(text: string, url: string, next: Nodes | undefined): string {
  const shown = text.trim();
  if (shown === '' || !/^(https?|mailto):/i.test(url)) return text;
  if (withoutScheme(shown) === withoutScheme(url)) return url.startsWith('mailto:') ? shown : url;
  // Brackets in brackets would become part of the address at some networks.
  return next?.type === 'text' && next.value.startsWith(')') ? `${shown}: ${url}` : `${shown} (${url})`;
}

function withoutScheme(address: string): string {
  return address.replace(/^(https?:\/\/|mailto:)/i, '').replace(/\/$/, '');
}

function withoutTags(html: string): string {
  let text = '';
  let at = 0;
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', at)) {
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    // An unclosed comment reaches the end; any other unclosed sign is text.
    if (close === -1) return text + (isComment ? html.slice(at, open) : html.slice(at));
    const end = close + (isComment ? 3 : 1);
    text += html.slice(at, open) + (/^<br\s*\/?>$/i.test(html.slice(open, end)) ? '\n' : '');
    at = end;
  }
  return text + html.slice(at);
}
