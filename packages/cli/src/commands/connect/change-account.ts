import { accountMeant, findProfile } from '@social/post-input';
import type { Input, Output } from '@social/sdk';
import { accountOf, isTarget, platformOf, type Target } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { CliError, usageError } from '../../lib/errors.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { checkNetworks, type NamedTarget, parseTarget } from '../../lib/post/input/targets.ts';
import { readConnections } from '../../lib/server/connections.ts';
import { fetchData } from '../../lib/server/send.ts';
import { quote } from '../../lib/text/terminal-text.ts';

/** `social connect rename <account> <name>`. The earlier name keeps leading to the account. */
export async function renameAccount(context: Context, given: string, name: string): Promise<void> {
  const named = readAccount(given);
  const platform = platformOf(named.target);
  if (!isTarget(`${platform}:${name}`)) {
    throw usageError(
      `${quote(name)} cannot be the name of an account: it has 1-32 lower-case letters, digits and dashes`,
      'Nothing was changed.',
    );
  }
  const { account, answer } = await change(context, named, { name });
  await context.output.data(answer, (style) => {
    const before = account === name ? '' : `; ${platform}:${account} keeps leading to it`;
    return `${style.ok} ${platform}:${account} is ${platform}:${answer.name} now${before}`;
  });
}

/** `social connect default <account>`. Posts that were accepted before stay with their accounts. */
export async function makeDefault(context: Context, given: string): Promise<void> {
  const named = readAccount(given);
  const { target } = named;
  if (accountOf(target) === null) throw usageError(`Say which account: ${target}:NAME`, 'See: social connect status');
  const { answer } = await change(context, named, { isDefault: true });
  const platform = platformOf(target);
  await context.output.data(
    answer,
    (style) =>
      `${style.ok} ${platform} means ${platform}:${answer.name} now; posts that were accepted before stay where they are`,
  );
}

interface NamedAccount extends NamedTarget {
  readonly target: Target;
}

function readAccount(given: string): NamedAccount {
  const { target, ...named } = parseTarget(given);
  if (isTarget(target)) return { ...named, target };
  throw usageError(`Name one account instead of ${target}`, 'See: social connect status');
}

/** Changes an account. A platform, or a network that shares one, means its default account. */
async function change(
  context: Context,
  named: NamedAccount,
  how: Pick<Input<'changeAccount'>, 'name' | 'isDefault'>,
): Promise<{ readonly account: string; readonly answer: Output<'changeAccount'> }> {
  const client = await context.client();
  const { id: profileId } = await findProfile(client, await context.profile(), context.io.signal);
  const connections = await readConnections(context, profileId);
  checkNetworks([named], connections);
  const { target } = named;
  const meant = accountMeant(connections, target)?.name;
  const account = meant ?? accountOf(target);
  if (account === null) {
    throw new CliError({
      exitCode: EXIT.notSignedIn,
      code: 'not_connected',
      message: `${target} has no default account`,
      hints: ['Nothing was changed. See: social connect status'],
    });
  }
  const platform = platformOf(target);
  const answer = await fetchData(context, 'changing …', (call) =>
    client.connections.changeAccount({ platform, account, profileId, ...how }, call),
  );
  return { account, answer };
}
