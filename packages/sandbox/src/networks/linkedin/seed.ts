import { seedNetwork } from '../seed-network.ts';
import type { LinkedinState } from './state.ts';

/** Ids of the accounts and posts that the simulated LinkedIn starts with. */
export const linkedinSeed = {
  accounts: { sandbox_owner: '782bbtaQ', sandbox_friend: '9kX4mTqR2d', sandbox_private: 'Zp3wLc7HsV' },
  /** Its administrator is the owner. */
  organizations: { sandbox_company: '5515715' },
  posts: {
    owner: 'urn:li:share:7141138937766391808',
    friend: 'urn:li:share:7141138937766391809',
    friendSecond: 'urn:li:share:7141138937766391810',
    reply: 'urn:li:share:7141138937766391811',
    private: 'urn:li:share:7141138937766391812',
  },
} as const;

/** Adds the three members and their posts, and the owner's organization. */
export function seedLinkedin({ world, administrators }: LinkedinState): void {
  seedNetwork(world, 'linkedin', linkedinSeed, {
    texts: {
      owner: 'We are opening a position for somebody who loves small tools.',
      friend: 'Five years today. Thank you all.',
      friendSecond: 'Notes from the #opensource day, with slides.',
      reply: 'I know just the person.',
      private: 'For my connections only.',
    },
  });
  const { accounts, organizations } = linkedinSeed;
  const company = { username: 'sandbox_company', name: 'Sandbox Company', type: 'organization' };
  world.accounts.add({ network: 'linkedin', id: organizations.sandbox_company, ...company });
  administrators.set(organizations.sandbox_company, [accounts.sandbox_owner]);
}
