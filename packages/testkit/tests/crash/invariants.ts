import { actionCost, postCost } from '@social/rules';
import type { PlatformId } from '@social/types';
import { usernameOf } from './accounts.ts';
import { NETWORK_OF, networkOf } from './crash-world.ts';
import type { MadeCall } from './load.ts';
import { accountsMeant } from './meant-accounts.ts';
import {
  chargeOf,
  intendedPlaces,
  type LoggedTarget,
  loggedPurpose,
  type Observation,
  type ObservedTarget,
  placeOf,
  purposeOf,
} from './observation.ts';
import { removalsAreTrue } from './removal-invariants.ts';
import { eventsAreTrue } from './webhook-invariants.ts';

const PRICE = Object.fromEntries(
  (Object.keys(NETWORK_OF) as PlatformId[]).map((platform) => [platform, postCost(platform)]),
) as Record<string, number>;
const TOO_MANY_REQUESTS = 429;
/** Actions of the load: what they are charged as, what they cost, and how their requests to the network end. */
const ACTIONS = [
  { kind: 'like', action: 'microblog.like', price: actionCost('microblog', 'like'), path: '/likes' },
  {
    kind: 'message',
    action: 'microblog.directMessage',
    price: actionCost('microblog', 'directMessage'),
    path: '/messages',
  },
] as const;

/** Lists the promises that a settled observation breaks; the list is empty when everything holds. */
export function violations(observed: Observation): string[] {
  return [
    ...acceptedOnce(observed),
    ...accountsAreMeant(observed),
    ...nothingLost(observed),
    ...resultsAreTrue(observed),
    ...threadsHaveNoHoles(observed),
    ...creditsAddUp(observed),
    ...attemptsAreLogged(observed),
    ...observed.damage.map((finding) => `database: ${finding}`),
    ...nothingIsStuck(observed),
    ...lostAnswersWereFound(observed),
    ...eventsAreTrue(observed),
    ...removalsAreTrue(observed),
  ];
}

/** Nothing is accepted twice by an account, and nothing without a call. */
function acceptedOnce(observed: Observation): string[] {
  const asked = new Set(observed.targets.map(intendedPlaces(observed)));
  return [...Map.groupBy(observed.accepted, placeOf)].flatMap(([place, list]) => [
    ...(list.length > 1 ? [`accepted ${list.length} times: ${place}`] : []),
    ...(asked.has(place) ? [] : [`accepted, but no post has it: ${place}`]),
  ]);
}

/** Each target has the account that it meant when its post was accepted, however the accounts were changed since, and one channel. */
function accountsAreMeant(observed: Observation): string[] {
  const { targets } = observed;
  const meant = accountsMeant(observed);
  const bound = targets.flatMap((target) => {
    const { account_name: name } = target;
    return name === null ? [] : [{ ...target, username: usernameOf(name) }];
  });
  const channels = Map.groupBy(bound, ({ workspace_id, platform, username }) =>
    [workspace_id, platform, username].join(' '),
  );
  return [
    ...bound.flatMap((target) => {
      const may = meant(target);
      const isMeant = may === null || may.includes(target.username);
      return isMeant ? [] : [`${target.target} meant ${may.join(' or ')}, and has ${target.username}: ${target.id}`];
    }),
    ...[...channels].flatMap(([account, list]) =>
      // What was never sent has none.
      new Set(list.flatMap(({ channel }) => channel ?? [])).size > 1
        ? [`several channels of one account: ${account}`]
        : [],
    ),
  ];
}

/** Everything that was acknowledged to a client is stored. */
function nothingLost({ calls, posts }: Observation): string[] {
  const byId = new Map(posts.map((post) => [post.id, post]));
  return calls.flatMap(({ kind, answer, body }) => {
    if (answer?.status !== 201 || (kind !== 'publish' && kind !== 'schedule')) return [];
    const { id } = JSON.parse(answer.text) as { id: string };
    const { text, platforms } = body as { text: string; platforms: string[] };
    const post = byId.get(id);
    if (!post) return [`acknowledged and lost: ${id} ${text}`];
    const isSame = post.text === text && post.platforms === JSON.stringify(platforms);
    return isSame ? [] : [`acknowledged as ${text}, stored as ${post.text}`];
  });
}

/** A result that says published names a post that the network has, with this text. A real server no longer shows what was taken back. */
function resultsAreTrue(observed: Observation): string[] {
  const { targets, accepted } = observed;
  const intended = intendedPlaces(observed);
  const there = new Map(accepted.map((post) => [`${post.network} ${post.id}`, placeOf(post)]));
  return targets
    .filter(({ state, removed_at }) => state === 'published' && removed_at === null)
    .filter((target) => there.get(`${networkOf(target.platform)} ${target.platform_post_id}`) !== intended(target))
    .map((target) => `published, but not there: ${intended(target)} as ${target.platform_post_id}`);
}

/** Each further part that the network has answers the part before it, which is there too. */
function threadsHaveNoHoles(observed: Observation): string[] {
  const { accepted, targets } = observed;
  const intended = intendedPlaces(observed);
  const there = new Map(accepted.map((post) => [placeOf(post), post]));
  const postOf = (target: ObservedTarget) => there.get(intended(target));
  return targets.flatMap((target) => {
    const post = postOf(target);
    if (!post) return [];
    const before = target.part > 1 ? (postOf({ ...target, part: target.part - 1 })?.id ?? 'nothing') : null;
    return post.replyToId === before ? [] : [`${post.text} answers ${post.replyToId} instead of ${before}`];
  });
}

function creditsAddUp(observed: Observation): string[] {
  return [...balancesAddUp(observed), ...chargesMatch(observed), ...holdsHaveReasons(observed)];
}

function balancesAddUp({ workspaces, ledger, holds }: Observation): string[] {
  const sum = (rows: readonly { workspace_id: string; amount: number }[], id: string) =>
    rows.filter(({ workspace_id }) => workspace_id === id).reduce((total, { amount }) => total + amount, 0);
  return workspaces.flatMap(({ id, balance, held }) => [
    ...(balance === sum(ledger, id) ? [] : [`balance ${balance}, ledger ${sum(ledger, id)} of ${id}`]),
    ...(held === sum(holds, id) ? [] : [`held ${held}, open holds ${sum(holds, id)} of ${id}`]),
    ...(balance < 0 || held < 0 ? [`negative: balance ${balance}, held ${held} of ${id}`] : []),
  ]);
}

/** One charge, of the right amount, for everything that succeeded, and none for anything else. */
function chargesMatch(observed: Observation): string[] {
  const { ledger, targets } = observed;
  const charges = ledger.filter(({ amount }) => amount < 0);
  const made = Map.groupBy(charges, ({ operation_id, metadata }) =>
    chargeOf(operation_id, JSON.parse(metadata) as LoggedTarget),
  );
  const wrong = [...Map.groupBy(targets, (target) => chargeOf(target.post_id, target))].flatMap(([purpose, own]) => {
    const due = own.map(({ state, platform }) => (state === 'published' ? (PRICE[platform] ?? 0) : 0));
    const paid = JSON.stringify((made.get(purpose) ?? []).map(({ amount }) => -amount));
    const isShown = own.every(({ credits }, index) => credits === due[index]);
    if (isShown && paid === JSON.stringify(due.filter((price) => price > 0))) return [];
    return own.map(({ credits, state, id }) => `charged ${paid} and shown ${credits} for a ${state} ${id}`);
  });
  return [...wrong, ...ACTIONS.flatMap((action) => actionChargesMatch(observed, action))];
}

/**
 * Each action that was answered as done is charged once. Each key reaches the network once, apart from a request that was refused
 * with 429: it did nothing, and a client that did not get the answer makes the call again.
 */
function actionChargesMatch({ ledger, calls, actions }: Observation, about: (typeof ACTIONS)[number]): string[] {
  const { kind, action, price, path } = about;
  const charges = ledger.filter((entry) => entry.action === action);
  const done = keysOf(calls, (call) => call.kind === kind && call.answer?.status === 201).size;
  const wanted = keysOf(calls, (call) => call.kind === kind).size;
  const seen = actions.filter((request) => request.method === 'POST' && request.path.endsWith(path));
  const asked = seen.filter(({ status }) => status !== TOO_MANY_REQUESTS).length;
  const operations = new Set(charges.map(({ operation_id }) => operation_id)).size;
  return [
    ...(operations < charges.length ? [`${kind}: charged twice for one operation`] : []),
    ...(charges.some(({ amount }) => amount !== -price) ? [`${kind}: charged another price than ${price}`] : []),
    ...(charges.length < done ? [`${kind}: ${done} were done, ${charges.length} charged`] : []),
    ...(charges.length > asked ? [`${kind}: ${charges.length} charged, ${asked} asked of the network`] : []),
    ...(asked > wanted
      ? [
          `${kind}: asked of the network ${asked} times for ${wanted} keys, answered ${seen.map(({ status }) => status)}`,
        ]
      : []),
    ...(seen.length > 2 * wanted ? [`${kind}: ${seen.length} requests for ${wanted} keys`] : []),
  ];
}

/** Credits stay held only for what may still have happened, or is still to be sent. */
function holdsHaveReasons({ holds, targets, removals, calls }: Observation): string[] {
  const byHold = new Map(targets.map((target) => [`${target.id}.${target.attempt}`, target]));
  const ofTargets = holds.filter(({ id }) => id.includes('.'));
  const unreasonable = ofTargets.filter(({ id }) => !['unknown', 'pending'].includes(byHold.get(id)?.state ?? ''));
  const unanswered = keysOf(calls, ({ kind, answer }) => {
    return (kind === 'like' || kind === 'message') && (answer === null || answer.status >= 500);
  });
  const openRemovals = removals.filter(({ state }) => state === 'unknown').map(({ reservation_id }) => reservation_id);
  const ofActions = holds.filter((hold) => !ofTargets.includes(hold) && !openRemovals.includes(hold.id)).length;
  return [
    ...unreasonable.map(({ id }) => `held for ${byHold.get(id)?.state ?? 'nothing'}: ${id}`),
    ...(ofActions > unanswered.size ? [`${ofActions} holds of actions, ${unanswered.size} without an answer`] : []),
  ];
}

/** Each attempt that ended has one log entry, and one more where its outcome was found out later. */
function attemptsAreLogged({ logs, targets }: Observation): string[] {
  const byTarget = Map.groupBy(logs, ({ platform, metadata }) => {
    const { postId, ...logged } = JSON.parse(metadata) as LoggedTarget & { postId: string };
    return loggedPurpose(postId, { ...logged, platform });
  });
  return targets.flatMap((target) => {
    // While its account was not connected, an attempt was logged without it.
    const unnamed =
      target.account_name === null ? [] : byTarget.get(purposeOf(target.post_id, { ...target, account_name: null }));
    const named = byTarget.get(purposeOf(target.post_id, target));
    const statuses = [...(unnamed ?? []), ...(named ?? [])].map(({ status }) => status);
    const foundOut = statuses.filter((status, index) => status === 'unknown' && index < statuses.length - 1).length;
    const ended = target.state === 'pending' ? target.attempt - 1 : target.attempt;
    const last = LAST_STATUS[target.state];
    if (last === undefined) return [];
    const made = statuses.length - foundOut;
    // A part that was not sent because of the part before it is reported by that part, in this attempt or an earlier one.
    if (target.part > 1 && made < ended && (target.code === WITHHELD || statuses.at(-1) === last)) return [];
    // A retry of what is refused before it is sent is no attempt, and is logged.
    const isRefused = target.code === 'network_forbidden' && made >= ended && statuses.every((one) => one === last);
    if (isRefused && ended > 0) return [];
    const isRight = made === ended && (ended === 0 || statuses.at(-1) === last);
    return isRight ? [] : [`${target.state} in attempt ${target.attempt}, logged ${statuses.join(', ')}: ${target.id}`];
  });
}

const WITHHELD = 'earlier_part_missing';
const LAST_STATUS = {
  ...{ published: 'success', failed: 'failed', unknown: 'unknown' },
  // The target is sent again later, because its last attempt failed.
  pending: 'failed',
} as Record<string, string>;

/** Returns true for a target that waits for its next attempt, which no process has taken up. */
const isPostponed = ({ not_before, due_at }: ObservedTarget) => not_before !== null && due_at !== null;

function nothingIsStuck({ targets, posts }: Observation): string[] {
  const postponed = targets.filter((target) => target.state === 'pending' && isPostponed(target));
  const isBehind = (target: ObservedTarget) =>
    postponed.some(
      (other) => other.post_id === target.post_id && other.target === target.target && other.part < target.part,
    );
  const isStuck = (target: ObservedTarget) =>
    target.state === 'sending' || (target.state === 'pending' && !isPostponed(target) && !isBehind(target));
  const open = new Set(targets.filter(({ state }) => state === 'pending').map(({ post_id }) => post_id));
  return [
    ...targets.filter(isStuck).map(({ id, state }) => `stuck in ${state}: ${id}`),
    ...posts
      .filter(({ id, status }) => status === 'scheduled' || (status === 'publishing' && !open.has(id)))
      .map(({ id, status }) => `stuck in ${status}: ${id}`),
  ];
}

/** An accepted post is published or unknown, and where the network can be read, it does not stay unknown. */
function lostAnswersWereFound(observed: Observation): string[] {
  const { targets, accepted } = observed;
  const there = new Set(accepted.map(placeOf));
  const intended = intendedPlaces(observed);
  return targets
    .filter((target) => there.has(intended(target)))
    .filter(({ platform, state }) => state !== 'published' && !(state === 'unknown' && platform === 'profnet'))
    .map((target) => `accepted, but ${target.state}: ${target.id} ${intended(target)}`);
}

function keysOf(calls: readonly MadeCall[], isMeant: (call: MadeCall) => boolean): Set<string> {
  return new Set(calls.filter(isMeant).map(({ key }) => key));
}
