/** What a post can have, or be: the name that people read and, where the other facts of a network tell it, what they say. */
const CAPABILITIES = {
  alt: { name: 'alt text', isTold: ({ media }) => media.maxAlt > 0 },
  card: { name: 'link card' },
  pictures: { name: 'several pictures', isTold: ({ media }) => media.images > 1 },
  animation: { name: 'animation', isTold: ({ media }) => media.animatedTypes.length > 0 },
  video: { name: 'video', isTold: ({ media }) => media.videos > 0 },
  document: { name: 'document', isTold: ({ media }) => Boolean(media.documents) },
  poll: { name: 'poll', isTold: ({ poll }) => Boolean(poll) },
  reply: { name: 'reply', isTold: ({ reply }) => Boolean(reply) },
  quote: { name: 'quote', isTold: ({ quote }) => Boolean(quote) },
  comment: { name: 'first comment', isTold: ({ comment }, { replies }) => Boolean(comment) || replies },
  edit: { name: 'edit' },
  delete: { name: 'delete', isTold: ({ keepsPosts }, { costs }) => 'deletePost' in costs && !keepsPosts },
};
const STATES = { can: 'yes', cannot: 'no', notYet: 'not yet', notVerified: 'not verified' };

/**
 * Reads for each network, by the names that people read, whether it has each capability, and the source where that is no plain yes.
 * @throws Error where the contract does not say exactly one thing of a capability
 */
export function readCapabilities(networks, platforms) {
  const nameOf = ({ label, through }) => (through ? `${label} through ${networks[through].label}` : label);
  const rows = Object.entries(networks).map(([id, facts]) => {
    const platform = platforms[typeof facts.platform === 'string' ? facts.platform : id];
    const cells = Object.entries(CAPABILITIES).map(([key, { name, isTold }]) => {
      return [name, readCell(id, key, { ...facts.capabilities, isTold: isTold?.(facts, platform) })];
    });
    return [id, { network: nameOf(facts), cells: Object.fromEntries(cells) }];
  });
  return Object.fromEntries(rows);
}

function readCell(id, key, { can = [], isTold, ...others }) {
  const said = Object.entries(others).flatMap(([state, sources]) =>
    Object.entries(sources).flatMap(([source, keys]) => (keys.includes(key) ? { state: STATES[state], source } : [])),
  );
  const found = [...(isTold || can.includes(key) ? [{ state: STATES.can }] : []), ...said];
  if (found.length === 1) return found[0];
  const problem = found.length === 0 ? 'do not mention it' : 'or its other facts mention it more than once';
  throw new Error(`specs/openapi.yaml: ${key} of ${id}: its capabilities ${problem}`);
}
