import type { Sandbox } from '@social/sandbox';
import type { Workspace } from '@social/testkit';
import type { MadeCall } from './load.ts';
import type { Random } from './random.ts';

/** Accounts of Mastodon of one profile, as its user knows them. */
export interface ProfileAccounts {
  readonly workspace: number;
  readonly profileId: string;
  readonly slug: string;
  /** Short names that each account has had, by its username at the network. */
  readonly names: ReadonlyMap<string, Set<string>>;
  /** Username of the default account. */
  standard: string;
  /** Set while a change is on its way, and for the rest of the load after one whose answer was lost. */
  isChanging: boolean;
}

/** What is added to the first name of an account when it is renamed: few, since every name is kept. */
const RENAMED = ['news', 'press', 'team'];

/** Returns the username that a short name or a shown account is of: of `crash-0-news` and `@crash-0.bsky.test`, `crash_0`. */
export function usernameOf(nameOrLabel: string): string {
  const [handle = ''] = nameOrLabel.replace(/^@/, '').split(/[@.]/);
  return handle.split(/[-_]/).slice(0, 2).join('_');
}

/**
 * Connects each workspace to three accounts of Mastodon, of which one is connected already, and two of them to a second profile, too,
 * which has the same account of LinkedIn.
 */
export async function connectSeveral(sandbox: Sandbox, workspaces: readonly Workspace[]): Promise<ProfileAccounts[]> {
  const all: ProfileAccounts[] = [];
  for (const [workspace, { api, connect, profileId }] of workspaces.entries()) {
    const [first, second, third] = [`crash_${workspace}`, `second_${workspace}`, `third_${workspace}`] as const;
    for (const username of [second, third]) await sandbox.addAccount({ network: 'mastodon', username, name: username });
    const { profile } = (await api('POST', '/api/profiles', { body: { name: 'Other' } })).body;
    await sandbox.settings({ authorizeAs: first });
    await connect('profnet', profile.id);
    const wanted = [
      { profileId, slug: 'default', usernames: [second, third] },
      { profileId: profile.id as string, slug: profile.slug as string, usernames: [first, third] },
    ];
    for (const { profileId, slug, usernames } of wanted) {
      for (const username of usernames) {
        await sandbox.settings({ authorizeAs: username });
        await connect('mastodon', profileId);
      }
      const { mastodon } = (await api('GET', `/api/connect/status?profileId=${profileId}`)).body;
      const given = (mastodon.accounts as { name: string }[]).map(({ name }) => name);
      const names = new Map(given.map((name) => [usernameOf(name), new Set([name])]));
      all.push({ workspace, profileId, slug, names, standard: first, isChanging: false });
    }
  }
  return all;
}

/** Chooses the accounts of a post: the default one, others by a name that they have or had, both, or one under two names, which is refused. */
export function chooseTargets({ names, standard }: ProfileAccounts, random: Random): string[] {
  const called = [...names].map(([username, known]) => ({ username, target: `mastodon:${random.pick([...known])}` }));
  const others = called.filter(({ username }) => username !== standard).map(({ target }) => target);
  const [some = ''] = others;
  const last = others.at(-1) ?? '';
  return random.pick([
    ...[['mastodon'], ['mastodon'], [some], [last], others, called.map(({ target }) => target)],
    ...[
      ['mastodon', some],
      [last, 'mastodon'],
      ['mastodon', ...others],
      ['profnet', 'mastodon', last],
    ],
    ['mastodon', random.pick(called).target],
  ]);
}

/** Makes the call that moves the default account of a profile, or renames one; null while another one is on its way. */
export function planChange(name: string, accounts: ProfileAccounts, random: Random): MadeCall | null {
  if (accounts.isChanging) return null;
  accounts.isChanging = true;
  const { workspace, profileId, names } = accounts;
  const [username, known] = random.pick([...names]);
  const renamed = random.pick([...known, ...RENAMED.map((added) => `${username.replace('_', '-')}-${added}`)]);
  const path = `/api/connect/mastodon/accounts/${random.pick([...known])}`;
  const common = { workspace, key: name, method: 'PATCH', path, answer: null };
  if (random.chance(0.6)) return { ...common, kind: 'make default', body: { profileId, isDefault: true } };
  return { ...common, kind: 'rename', body: { profileId, name: renamed } };
}

/** Remembers what a change has done once it is answered. */
export function noteChange(accounts: ProfileAccounts, { kind, path, body, answer }: MadeCall): void {
  accounts.isChanging = answer === null || answer.status >= 500;
  if (answer?.status !== 200) return;
  const username = usernameOf(path.split('/').at(-1) ?? '');
  const { name } = body as { name?: string };
  if (kind === 'make default') accounts.standard = username;
  else if (name !== undefined) accounts.names.get(username)?.add(name);
}
