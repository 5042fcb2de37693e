import type { MadeCall } from './load.ts';
import type { Observation, ObservedTarget } from './observation.ts';

const NETWORK = { microblog: 'x', profnet: 'linkedin' } as Record<string, string>;
const PRICE = { microblog: 3, profnet: 1 } as Record<string, number>;

/** What a settled observation breaks of what is promised; empty when everything holds. */
export function violations(observed: Observation): string[] {
  return [
    ...acceptedOnce(observed),
    ...nothingLost(observed),
    ...resultsAreTrue(observed),
    ...creditsAddUp(observed),
    ...attemptsAreLogged(observed),
    ...observed.damage.map((finding) => `database: ${finding}`),
    ...nothingIsStuck(observed),
    ...lostAnswersWereFound(observed),
  ];
}

/** Nothing is accepted twice, and nothing that nobody asked for. */
function acceptedOnce({ accepted, posts, targets }: Observation): string[] {
  const known = new Map(posts.map((post) => [post.id, post.text]));
  const asked = new Set(targets.map(({ post_id, platform }) => `${NETWORK[platform]} ${known.get(post_id)}`));
  const byText = Map.groupBy(accepted, ({ network, text }) => `${network} ${text}`);
  return [...byText].flatMap(([text, list]) => [
    ...(list.length > 1 ? [`accepted ${list.length} times: ${text}`] : []),
    ...(asked.has(text) ? [] : [`accepted, but no post has it: ${text}`]),
  ]);
}

/** What a client was told to be stored is stored. */
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

/** A result that says published names a post that the network has, with this text. */
function resultsAreTrue({ targets, posts, accepted }: Observation): string[] {
  const texts = new Map(posts.map((post) => [post.id, post.text]));
  const there = new Map(accepted.map((post) => [`${post.network} ${post.id}`, post.text]));
  return targets
    .filter(({ state }) => state === 'published')
    .filter(
      (target) => there.get(`${NETWORK[target.platform]} ${target.platform_post_id}`) !== texts.get(target.post_id),
    )
    .map((target) => `published, but not there: ${texts.get(target.post_id)} as ${target.platform_post_id}`);
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
function chargesMatch({ ledger, targets, calls }: Observation): string[] {
  const charges = ledger.filter(({ amount }) => amount < 0);
  const byPurpose = Map.groupBy(charges, ({ operation_id, metadata }) => {
    const { platform } = JSON.parse(metadata) as { platform: string };
    return `${operation_id} ${platform}`;
  });
  const wrong = targets.flatMap((target) => {
    const made = byPurpose.get(`${target.post_id} ${target.platform}`) ?? [];
    const due = target.state === 'published' ? [PRICE[target.platform]] : [];
    const paid = made.map(({ amount }) => -amount);
    const isRight = JSON.stringify(paid) === JSON.stringify(due) && target.credits === (due[0] ?? 0);
    return isRight
      ? []
      : [`charged ${JSON.stringify(paid)} and shown ${target.credits} for a ${target.state} ${target.id}`];
  });
  const actions = charges.filter(({ action }) => action !== 'post.published');
  const twice = [...Map.groupBy(actions, ({ operation_id }) => operation_id)].filter(([, rows]) => rows.length > 1);
  const succeeded = keysOf(
    calls,
    ({ kind, answer }) => (kind === 'like' || kind === 'message') && answer?.status === 201,
  );
  return [
    ...wrong,
    ...twice.map(([id]) => `an action was charged twice: ${id}`),
    ...(actions.length < succeeded.size ? [`${succeeded.size} actions succeeded, ${actions.length} were charged`] : []),
  ];
}

/** Credits stay held only for what may still have happened, or is still to be sent. */
function holdsHaveReasons({ holds, targets, calls }: Observation): string[] {
  const byHold = new Map(targets.map((target) => [`${target.id}.${target.attempt}`, target]));
  const ofTargets = holds.filter(({ id }) => id.includes('.'));
  const unreasonable = ofTargets.filter(({ id }) => !['unknown', 'pending'].includes(byHold.get(id)?.state ?? ''));
  const unanswered = keysOf(calls, ({ kind, answer }) => {
    return (kind === 'like' || kind === 'message') && (answer === null || answer.status >= 500);
  });
  const ofActions = holds.length - ofTargets.length;
  return [
    ...unreasonable.map(({ id }) => `held for ${byHold.get(id)?.state ?? 'nothing'}: ${id}`),
    ...(ofActions > unanswered.size ? [`${ofActions} holds of actions, ${unanswered.size} without an answer`] : []),
  ];
}

/** Each end of an attempt is logged, success once. */
function attemptsAreLogged({ logs, targets }: Observation): string[] {
  const byTarget = Map.groupBy(logs, ({ platform, metadata }) => {
    const { postId } = JSON.parse(metadata) as { postId: string };
    return `${postId} ${platform}`;
  });
  return targets.flatMap((target) => {
    const statuses = (byTarget.get(`${target.post_id} ${target.platform}`) ?? []).map(({ status }) => status);
    const successes = statuses.filter((status) => status === 'success').length;
    const isEnded = ['published', 'failed', 'unknown'].includes(target.state);
    const isRight =
      successes === (target.state === 'published' ? 1 : 0) &&
      (!isEnded || (statuses.length >= target.attempt && statuses.at(-1) === LAST_STATUS[target.state]));
    return isRight ? [] : [`${target.state} in attempt ${target.attempt}, logged ${statuses.join(', ')}: ${target.id}`];
  });
}

const LAST_STATUS = { published: 'success', failed: 'failed', unknown: 'unknown' } as Record<string, string>;

function nothingIsStuck({ targets, posts }: Observation): string[] {
  const isStuck = ({ state, not_before }: ObservedTarget) =>
    state === 'sending' || (state === 'pending' && not_before === null);
  const open = new Set(targets.filter(({ state }) => state === 'pending').map(({ post_id }) => post_id));
  return [
    ...targets.filter(isStuck).map(({ id, state }) => `stuck in ${state}: ${id}`),
    ...posts
      .filter(({ id, status }) => status === 'scheduled' || (status === 'publishing' && !open.has(id)))
      .map(({ id, status }) => `stuck in ${status}: ${id}`),
  ];
}

/** Where the network can be read, an accepted post does not stay unknown. */
function lostAnswersWereFound({ targets, posts, accepted }: Observation): string[] {
  const there = new Set(accepted.filter(({ network }) => network === 'x').map(({ text }) => text));
  const texts = new Map(posts.map((post) => [post.id, post.text]));
  return targets
    .filter(({ platform, state, post_id }) => {
      return platform === 'microblog' && state !== 'published' && there.has(texts.get(post_id) ?? '');
    })
    .map(({ id, state, post_id }) => `accepted, but ${state}: ${id} ${texts.get(post_id)}`);
}

function keysOf(calls: readonly MadeCall[], isMeant: (call: MadeCall) => boolean): Set<string> {
  return new Set(calls.filter(isMeant).map(({ key }) => key));
}
