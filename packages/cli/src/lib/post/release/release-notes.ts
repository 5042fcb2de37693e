import { byNearness } from '@social/rules/nearest';
import type { Heading, Root, RootContent } from 'mdast';
import { usageError } from '../../errors.ts';
import { quote } from '../../text/terminal-text.ts';
import { type LinkTargets, linkTargetsOf, parseMarkdown, plainText } from '../input/markdown-text.ts';
import { type NotesOptions, notesForReaders } from './notes-for-readers.ts';

/** The notes of one release, ready to publish. */
export interface ReleaseNotes {
  /** Version such as `1.4.0`; undefined for a heading without a version. */
  readonly version: string | undefined;
  /** Package of a heading such as `cli@1.4.0`; empty without a package. */
  readonly name: string;
  readonly title: string;
  /** Notes in plain text, without the heading. */
  readonly notes: string;
}

interface Section {
  readonly title: string;
  readonly version: string | undefined;
  readonly name: string;
  /** Set when the heading begins with the version, with at most one word before it. */
  readonly isRelease: boolean;
  /** Index of its heading among the blocks, and index after its last block. */
  readonly start: number;
  readonly end: number;
}

/** Characters in which a heading or tag names its version: searching more for one takes quadratic time. */
const MAX_HEADING = 300;
const VERSION = /\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z.-]+)?/;
const NAMED = new RegExp(`(?:^|[\\s([@/_-])v?(${VERSION.source})(?=$|[\\s\\]),:;])`, 'i');
const ONLY_VERSION = new RegExp(
  `^(?:[\\w./@-]+?[\\s@]+)?\\[?v?(?:${VERSION.source})\\]?[\\s:,–—-]*(?:\\(?\\d{4}-\\d{2}-\\d{2}\\)?)?$`,
  'i',
);
const LEADING = new RegExp(`^(?:[\\w./@-]+?[\\s@]+)?\\[?v?(?:${VERSION.source})(?=$|[\\s\\]),:;])`, 'i');

/** The version in a tag or heading: `v1.4.0`, `cli@1.4.0` and `## [1.4.0] - 2026-11-01` name 1.4.0. */
export function versionIn(text: string): string | undefined {
  return NAMED.exec(text.slice(0, MAX_HEADING))?.[1];
}

/** The package before the version of a tag or heading: `cli` for `cli@1.4.0` and `cli-v1.4.0`, empty for `v1.4.0`. */
function packageIn(text: string): string {
  const { index = 0 } = NAMED.exec(text.slice(0, MAX_HEADING)) ?? {};
  const [word = ''] = /^\[?[\w./@-]*\w/.exec(text.slice(0, index)) ?? [];
  const name = word.replace(/^\[/, '').toLowerCase();
  return /^(v|version|release|releases|tags?)?$/.test(name) ? '' : name;
}

/**
 * Finds the notes of one release in a changelog: from its heading to the next one of the same or a higher level.
 * @param wanted a version, tag or heading; undefined for the newest release
 * @throws {CliError} that lists the sections, the nearest first
 */
export function findReleaseNotes(
  markdown: string,
  wanted: string | undefined,
  path: string,
  options: NotesOptions = {},
): ReleaseNotes {
  const root = parseMarkdown(markdown, path);
  const targets = linkTargetsOf(root);
  const sections = sectionsOf(root);
  const section = wanted === undefined ? sections.find(({ isRelease }) => isRelease) : pick(sections, wanted);
  if (!section) throw notFound(sections, wanted, path);
  const notes = notesForReaders(root.children.slice(section.start + 1, section.end), targets, options);
  if (notes === '') throw usageError(`The section ${quote(section.title)} of ${path} is empty`);
  return { version: section.version, name: section.name, title: section.title, notes };
}

/**
 * Reads the notes that a release tool made of one version. Tools put a heading with the version above them, or none. Whatever
 * follows the heading is a part of the notes, also what another plugin added below a heading of its own.
 * @param path names the notes in errors
 */
export function readMadeNotes(
  markdown: string,
  version: string,
  path: string,
  options: NotesOptions = {},
): Omit<ReleaseNotes, 'version'> {
  const root = parseMarkdown(markdown, path);
  const targets = linkTargetsOf(root);
  const section = pick(
    sectionsOf(root).filter(({ isRelease }) => isRelease),
    version,
  );
  // Only the title of a changelog may stand above the heading. Elsewhere "Migrating 1.1.0" would be taken for it.
  const isAbove = (node: RootContent) => isTitle(node) || plainText([node], targets) === '';
  const heading = section && root.children.slice(0, section.start).every(isAbove) ? section : undefined;
  return {
    title: heading?.title ?? version,
    // The name is part of the key. "cli@1.1.0" names a package wherever it stands, "Migrating 1.1.0" does not.
    name: heading?.name ?? (section?.title.includes('@') ? section.name : ''),
    notes: notesForReaders(heading ? root.children.slice(heading.start + 1) : root.children, targets, options),
  };
}

function isTitle(node: RootContent): boolean {
  return node.type === 'heading' && node.depth === 1;
}

function sectionsOf({ children }: Root): Section[] {
  const headings = children.flatMap((node, start) => (node.type === 'heading' ? [headingAt(node, start)] : []));
  const ends = endsOfSections(headings);
  return headings.map((heading) => ({ ...heading, end: ends.get(heading.start) ?? children.length }));
}

interface ReleaseHeading extends Omit<Section, 'end'> {
  readonly depth: number;
  /** Set when the heading is a version, perhaps with its date, and nothing else. */
  readonly isOnlyVersion: boolean;
}

function headingAt(node: Heading, start: number): ReleaseHeading {
  const title = titleOf(node);
  const version = versionIn(title);
  const shown = title.slice(0, MAX_HEADING);
  const isRelease = version !== undefined && LEADING.test(shown);
  const name = isRelease ? packageIn(title) : '';
  return { title, version, name, isRelease, isOnlyVersion: ONLY_VERSION.test(shown), start, depth: node.depth };
}

/**
 * The end of each heading's section: the next heading of the same or a higher level. A release also ends where another version of
 * it begins: semantic-release and standard-version write `#` above a minor version and `##` above a patch.
 */
function endsOfSections(headings: readonly ReleaseHeading[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: ReleaseHeading[] = [];
  for (const heading of headings) {
    const { start, depth, isOnlyVersion, name, version } = heading;
    // "2.0" above "2.0.1" is a title over the releases.
    const isOther = (last: ReleaseHeading) =>
      isOnlyVersion && last.isOnlyVersion && last.name === name && !version?.startsWith(`${last.version}.`);
    for (let last = open.at(-1); last && (last.depth >= depth || isOther(last)); last = open.at(-1)) {
      ends.set(last.start, start);
      open.pop();
    }
    open.push(heading);
  }
  return ends;
}

/** The heading without addresses of links, and without brackets around its first word. */
function titleOf(heading: Heading): string {
  const bare = heading.children.flatMap((child) => (child.type === 'link' ? child.children : [child]));
  const text = plainText([{ type: 'paragraph', children: bare }], NO_TARGETS);
  return text.replace(/^\[([^\]]+)\]/, '$1').replace(/\s+/g, ' ');
}

function pick(sections: readonly Section[], wanted: string): Section | undefined {
  const version = versionIn(wanted);
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const named = version === undefined ? [] : sections.filter((one) => one.version && same(one.version, version));
  const releases = named.filter(({ isRelease }) => isRelease);
  const own = releases.find(({ name }) => isSamePackage(name, packageIn(wanted)));
  // A file with several packages needs an exact match.
  if (own || releases.some(({ name }) => name !== releases[0]?.name)) return own;
  return releases[0] ?? named[0] ?? sections.find(({ title }) => same(title, wanted.trim()));
}

/** Compares packages. A tag may leave out the scope of a package, or have a directory before it. */
function isSamePackage(one: string, other: string): boolean {
  return one === other || (one !== '' && one.split('/').at(-1) === other.split('/').at(-1));
}

const SHOWN = 8;
const NO_TARGETS: LinkTargets = new Map();

function notFound(sections: readonly Section[], wanted: string | undefined, path: string) {
  const releases = sections.filter(({ isRelease }) => isRelease);
  const offered = releases.length > 0 ? releases : sections;
  const given = versionIn(wanted ?? '') ?? wanted;
  const sorted = given === undefined ? offered : byNearness(given, offered, ({ version, title }) => version ?? title);
  const near = sorted.map(({ title }) => title);
  const more = near.length > SHOWN ? `, and ${near.length - SHOWN} more` : '';
  const there = near.length === 0 ? 'It has no headings.' : `There are: ${near.slice(0, SHOWN).join(', ')}${more}`;
  const what = wanted === undefined ? 'no section of a released version' : `no section ${quote(wanted)}`;
  return usageError(`${path} has ${what}`, there, 'Nothing was sent.');
}
