import { actionCost, postCost } from '@social/rules';
import type { PlatformId } from '@social/types';
import { NETWORK_OF, networkOf } from './crash-world.ts';
import type { MadeCall } from './load.ts';
import { intendedTexts, type Observation, type ObservedTarget } from './observation.ts';
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

/** Nothing is accepted twice, and nothing without a call. */
function acceptedOnce(observed: Observation): string[] {
  const { accepted, targets } = observed;
  const textOf = intendedTexts(observed);
  const asked = new Set(targets.map((target) => `${networkOf(target.platform)} ${textOf(target)}`));
  const byText = Map.groupBy(accepted, ({ network, text }) => `${network} ${text}`);
  return [...byText].flatMap(([text, list]) => [
    ...(list.length > 1 ? [`accepted ${list.length} times: ${text}`] : []),
    ...(asked.has(text) ? [] : [`accepted, but no post has it: ${text}`]),
  ]);
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
  const textOf = intendedTexts(observed);
  const there = new Map(accepted.map((post) => [`${post.network} ${post.id}`, post.text]));
  return targets
    .filter(({ state, removed_at }) => state === 'published' && removed_at === null)
    .filter((target) => there.get(`${networkOf(target.platform)} ${target.platform_post_id}`) !== textOf(target))
    .map((target) => `published, but not there: ${textOf(target)} as ${target.platform_post_id}`);
}

/** Each further part that the network has answers the part before it, which is there too. */
function threadsHaveNoHoles(observed: Observation): string[] {
  const { accepted, targets } = observed;
  const textOf = intendedTexts(observed);
  const there = new Map(accepted.map((post) => [`${post.network} ${post.text}`, post]));
  const placeOf = (target: ObservedTarget) => there.get(`${networkOf(target.platform)} ${textOf(target)}`);
  return targets.flatMap((target) => {
    const post = placeOf(target);
    if (!post) return [];
    const before = target.part > 1 ? (placeOf({ ...target, part: target.part - 1 })?.id ?? 'nothing') : null;
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
  const byPurpose = Map.groupBy(charges, ({ operation_id, metadata }) => {
    const { platform, part = 1 } = JSON.parse(metadata) as { platform: string; part?: number };
    return `${operation_id} ${platform} ${part}`;
  });
  const wrong = targets.flatMap((target) => {
    const made = byPurpose.get(`${target.post_id} ${target.platform} ${target.part}`) ?? [];
    const due = target.state === 'published' ? [PRICE[target.platform]] : [];
    const paid = made.map(({ amount }) => -amount);
    const isRight = JSON.stringify(paid) === JSON.stringify(due) && target.credits === (due[0] ?? 0);
    return isRight
      ? []
      : [`charged ${JSON.stringify(paid)} and shown ${target.credits} for a ${target.state} ${target.id}`];
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
    const { postId, part = 1 } = JSON.parse(metadata) as { postId: string; part?: number };
    return `${postId} ${platform} ${part}`;
  });
  return targets.flatMap((target) => {
    const statuses = (byTarget.get(`${target.post_id} ${target.platform} ${target.part}`) ?? []).map(
      ({ status }) => status,
    );
    const foundOut = statuses.filter((status, index) => status === 'unknown' && index < statuses.length - 1).length;
    const ended = target.state === 'pending' ? target.attempt - 1 : target.attempt;
    const last = LAST_STATUS[target.state];
    if (last === undefined) return [];
    const made = statuses.length - foundOut;
    // A part that was not sent because of the part before it is reported by that part, in this attempt or an earlier one.
    if (target.part > 1 && made < ended && (target.code === WITHHELD || statuses.at(-1) === last)) return [];
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
      ({ post_id, platform, part }) => post_id === target.post_id && platform === target.platform && part < target.part,
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
  const there = new Set(accepted.map(({ network, text }) => `${network} ${text}`));
  const textOf = intendedTexts(observed);
  return targets
    .filter((target) => there.has(`${networkOf(target.platform)} ${textOf(target)}`))
    .filter(({ platform, state }) => state !== 'published' && !(state === 'unknown' && platform === 'profnet'))
    .map((target) => `accepted, but ${target.state}: ${target.id} ${textOf(target)}`);
}

function keysOf(calls: readonly MadeCall[], isMeant: (call: MadeCall) => boolean): Set<string> {
  return new Set(calls.filter(isMeant).map(({ key }) => key));
}
