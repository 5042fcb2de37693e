import { nameToEmoji } from 'gemoji';
import type { Link, LinkReference, ListItem, Nodes, Parents, RootContent } from 'mdast';
import { type LinkTargets, plainText } from '../input/markdown-text.ts';

export interface NotesOptions {
  /** Keeps the `@` of names, so that networks tell their owners. */
  readonly mentions?: boolean | undefined;
}

/** Stands for a reference that only readers of the repository can use, until the words around it are known. */
const GONE = '\uFFFC';
const REFERENCE_PAGE =
  /^https?:\/\/[^/]+\/.*\/(?:issues|pull|pulls|pull-requests|merge_requests|commits?|compare)\/\S/i;
/** An issue, a commit or an address, as the text of a link. */
const REFERENCE = /^(?:(?:[\w.-]+\/)?[\w.-]*[#!]\d+|GH-\d+|(?:[\w.-]+\/[\w.-]+@)?[0-9a-f]{7,40}|https?:\/\/\S+)$/i;
/** The same in a text, where a number or a word alone may mean something else. */
const ISSUE =
  /(?<![\w&/.-])(?:(?:[\w.-]{1,99}\/)?[\w.-]{1,99})?#\d{2,7}(?!\w)|(?<=[([] ?)#\d(?!\w)|(?<!\w)GH-\d+(?!\w)/g;
const KEYWORD_ISSUE = /(?<=\b(?:close|fix|resolve)(?:s|d|es|ed)? )#\d(?!\w)/gi;
const COMMIT = /(?:(?<=[([] ?)|^)(?:\d{7}|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40})(?= ?[)\]]|: )/g;
const COMMIT_CODE = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}$/;
const SHORTCODE = /(?<![\w:]):([a-z0-9_+-]{1,60}):(?!\w)/g;
/** A name of an account, and no package such as `@acme/tool`, no address and no decorator with its arguments. */
const MENTION = /(?<![\w.@/])@([a-z\d](?:[a-z\d-]{0,38}[a-z\d])?)(?![\w/@(-])/gi;

const WORDS = '(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|references|see|in|from|via|PR|pull request|issue|commit)';
const GONES = `${GONE}(?:(?: ?,? ?and ?| ?[,&] ?| )(?:${WORDS} )?${GONE})*`;
/** Removes what led to a reference, in the order of these, from a line that had one. */
const CLEANINGS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^.{0,9}\\b(?:full changelog|changelog|compare|diff)\\b.{0,3} ?${GONE}.*$`, 'i'), ''],
  [new RegExp(`(?: [-–—])? ?[(\\[](?:${WORDS}:? )?[ ,;&]*${GONE}[ ,;&${GONE}]*[)\\]]`, 'gi'), ''],
  [new RegExp(`(?<=^ *(?:• |\\d+\\. )?)${GONE}[ ${GONE}]*(?:[:,-] )?`), ''],
  [new RegExp(`(?<=[.!?]) ${WORDS}:? ${GONES}[.!]?`, 'gi'), ''],
  [new RegExp(`(?:,? (?:and )?${WORDS}:?| [-–—]|,)? ${GONES}`, 'gi'), ''],
  [new RegExp(GONES, 'g'), ''],
  [/^( *(?:• )?)Thanks ([^!]{1,200})! - (.*)$/, '$1$3 (thanks to $2)'],
];
/** Notes of changesets on packages that changed only with others. */
const NO_CHANGE = /^Updated dependencies\b/;
const MAX_REFERENCE_LENGTH = 200;

/**
 * Turns the notes of a release into plain text for readers of networks: leaves out addresses and numbers of issues, commits and
 * comparisons, writes shortcodes as emoji, and takes the `@` from names, whose owners nobody asked.
 */
export function notesForReaders(nodes: readonly RootContent[], targets: LinkTargets, options: NotesOptions): string {
  const changes = withoutUnchanged(nodes);
  const shown = changes.some(({ type }) => type !== 'heading') ? changes : nodes;
  const text = plainText(
    shown.map((node) => rewritten(node, targets, options)),
    targets,
  );
  if (!text.includes(GONE)) return text;
  const lines = text.split('\n').flatMap((line) => (line.includes(GONE) ? cleaned(line) : [line]));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A line without its references; none when nothing else is in it. */
function cleaned(line: string): string[] {
  const rest = CLEANINGS.reduce((text, [pattern, by]) => text.replace(pattern, by), line).trimEnd();
  return /[\p{L}\p{N}]/u.test(rest) ? [rest] : [];
}

/** Leaves out items without a change, lists of nothing else, and the headings of these. */
function withoutUnchanged(nodes: readonly RootContent[]): RootContent[] {
  const kept: RootContent[] = [];
  for (const node of nodes) {
    const items = node.type === 'list' ? node.children.filter((item) => !NO_CHANGE.test(beginningOf(item))) : [];
    if (node.type !== 'list') kept.push(node);
    else if (items.length > 0) kept.push({ ...node, children: items });
    else if (kept.at(-1)?.type === 'heading') kept.pop();
  }
  return kept;
}

/** The first words of an item. */
function beginningOf({ children: [first] }: ListItem): string {
  const [words] = first && 'children' in first ? first.children : [];
  return words?.type === 'text' ? words.value : '';
}

function rewritten<Node extends Nodes>(node: Node, targets: LinkTargets, options: NotesOptions): Node;
function rewritten(node: Nodes, targets: LinkTargets, options: NotesOptions): Nodes {
  if (node.type === 'text') return { ...node, value: wordsOf(node.value, options) };
  if (node.type === 'inlineCode' && COMMIT_CODE.test(node.value)) return gone;
  if (!('children' in node)) return node;
  const children = node.children.map((child) => rewritten(child, targets, options));
  if (node.type === 'link' || node.type === 'linkReference') return rewrittenLink(node, children, targets);
  return { ...node, children } as Parents;
}

const gone: Nodes = { type: 'text', value: GONE };

function rewrittenLink(node: Link | LinkReference, children: readonly Nodes[], targets: LinkTargets): Nodes {
  const url = node.type === 'link' ? node.url : (targets.get(node.identifier) ?? '');
  const shown = plainText([{ type: 'paragraph', children: node.children }], NO_TARGETS);
  const isPage = REFERENCE_PAGE.test(url);
  if (/^[#!]\d+$/.test(shown) || (isPage && isReference(shown))) return gone;
  const text = { type: 'emphasis', children } as Parents;
  return isPage || shown.startsWith('@') ? text : ({ ...node, children } as Nodes);
}

/** A range of versions, `v1.4.0...v1.5.0`, is a reference, too. */
function isReference(shown: string): boolean {
  return shown.length <= MAX_REFERENCE_LENGTH && (REFERENCE.test(shown) || (shown.includes('..') && !/\s/.test(shown)));
}

function wordsOf(text: string, { mentions = false }: NotesOptions): string {
  const words = text
    .replace(ISSUE, GONE)
    .replace(KEYWORD_ISSUE, GONE)
    .replace(COMMIT, GONE)
    .replace(SHORTCODE, (code, name: string) => nameToEmoji[name] ?? code);
  return mentions ? words : words.replace(MENTION, '$1');
}

const NO_TARGETS: LinkTargets = new Map();
