import { PLANS } from '@social/types';

/** Limits of a workspace on resources that cost no credits. */
export interface Quotas {
  readonly keys: number;
  readonly profiles: number;
  /** Number of scheduled posts. */
  readonly scheduledPosts: number;
  /** Bytes of posts that are scheduled or ended unsent, including the stored answers of their idempotency keys. */
  readonly scheduledBytes: number;
  /** Bytes of what ends by age or can be freed: unsent posts, drafts, events, deliveries, log entries, answers of calls that made no post. */
  readonly storedBytes: number;
  /** Bytes of answers that wait to be read. */
  readonly answerBytes: number;
  /** Bytes of fetched files, while posts are sent. */
  readonly temporaryBytes: number;
  /** Seconds of processor time in ten minutes, of the processes that make pictures smaller. */
  readonly workerSeconds: number;
}

/** One entry of the plan catalogue. `price` and `monthlyCredits` are per month. */
export interface Plan {
  readonly id: string;
  readonly label: string;
  readonly price: number;
  readonly monthlyCredits: number;
  readonly quotas: Quotas;
}

/** A plan as an operator writes it. A missing quota has the value of the contract's free or paid plan. */
export type OwnPlan = Omit<Plan, 'id' | 'quotas'> & { readonly quotas?: Partial<Quotas> };

/** Plans of this server. */
export interface PlanCatalogue {
  /** Finds a plan. Returns the free plan when the catalogue has no such plan. */
  get(id: string): Plan;
  has(id: string): boolean;
  readonly ids: readonly string[];
}

/** Returns true for a plan with a price, which includes the paid features. */
export function isPaid(plan: Pick<Plan, 'price'>): boolean {
  return plan.price > 0;
}

/** Makes the catalogue from the server's own plans (`SOCIAL_PLANS_FILE`), or from the contract's plans. */
export function createPlanCatalogue(own: Readonly<Record<string, OwnPlan>> = PLANS): PlanCatalogue {
  const plans = new Map(Object.entries(own).map(([id, plan]) => [id, { id, ...plan, quotas: quotasOf(plan) }]));
  const free: Plan = plans.get('free') ?? { id: 'free', ...PLANS.free };
  return { get: (id) => plans.get(id) ?? free, has: (id) => plans.has(id), ids: [...plans.keys()] };
}

function quotasOf({ price, quotas }: OwnPlan): Quotas {
  return { ...(price > 0 ? PLANS.pro : PLANS.free).quotas, ...quotas };
}
