import type { Page } from 'playwright-core';

/** One element as a screen reader tells it. */
export interface Spoken {
  readonly role: string;
  readonly name: string;
  /** Of a heading. */
  readonly level?: number;
  /** Roles and names of what it stands in, the outermost first: "region Preview for X". */
  readonly within: readonly string[];
}

/** Parts of a page that have to say which one they are. A form without a name is no landmark. @see https://www.w3.org/TR/html-aam-1.0/#el-form */
const NAMED = ['navigation', 'complementary', 'region', 'search', 'dialog', 'alertdialog'];
/** Landmarks of which a page has one, so that their role tells which one is meant. */
const SINGLE = ['banner', 'main', 'contentinfo'];
const FIELDS = ['textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider', 'spinbutton'];
const CONTROLS = [...FIELDS, 'button', 'link', 'tab', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'option'];

/** Reads a page as Chromium tells it to screen readers, in the order of the document. */
export async function readAloud(page: Page): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const spoken: Spoken[] = [];
  const visit = (id: string, within: readonly string[]): void => {
    const node = byId.get(id);
    if (!node) return;
    const { ignored, childIds = [], properties = [] } = node;
    const role = String(node.role?.value ?? '');
    const name = String(node.name?.value ?? '').trim();
    const level = properties.find((property) => property.name === 'level')?.value.value;
    if (!ignored) spoken.push({ role, name, within, ...(typeof level === 'number' && { level }) });
    const inside = ignored ? within : [...within, `${role} ${name}`.trim()];
    for (const child of childIds) visit(child, inside);
  };
  for (const { nodeId, parentId } of nodes) if (parentId === undefined) visit(nodeId, []);
  return spoken;
}

/** Returns true for an element into which people write, or with which they choose. */
export const isField = ({ role }: Pick<Spoken, 'role'>): boolean => FIELDS.includes(role);

/** Returns what would leave a listener without orientation, each as a sentence. */
export function hearingProblems(spoken: readonly Spoken[]): string[] {
  const headings = spoken.filter(({ role }) => role === 'heading');
  const titles = headings.filter(({ level }) => level === 1);
  const count = (role: string) => spoken.filter((each) => each.role === role).length;
  const nameless = spoken.filter(({ role, name }) => name === '' && [...NAMED, ...CONTROLS].includes(role));
  const gap = headings.find(({ level = 0 }, index) => level > (headings[index - 1]?.level ?? 0) + 1);
  return [
    ...(titles.length === 1 ? [] : [`${titles.length} headings of level 1: ${titles.map(({ name }) => name)}`]),
    ...(gap ? [`the heading "${gap.name}" of level ${gap.level} leaves a level out`] : []),
    ...SINGLE.filter((role) => count(role) > 1).map((role) => `several landmarks ${role}`),
    ...(count('main') > 0 ? [] : ['no landmark main']),
    ...nameless.map(({ role, within }) => `a ${role} without a name in ${within.join(' > ')}`),
  ];
}
