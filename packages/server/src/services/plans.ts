import { PLANS } from '@social/types';

/** One entry of the plan catalogue. `price` per month; `monthlyCredits` and whether paid features are open. */
export interface Plan {
  readonly id: string;
  readonly label: string;
  readonly price: number;
  readonly monthlyCredits: number;
}

/** The plans of this server. */
export interface PlanCatalogue {
  /** The plan, or the free one when a workspace is on a plan that the catalogue lost. */
  get(id: string): Plan;
  has(id: string): boolean;
  readonly ids: readonly string[];
}

/** A plan that costs money opens the paid features. */
export function isPaid(plan: Plan): boolean {
  return plan.price > 0;
}

/** The contract's plans, with the server's own (`SOCIAL_PLANS_FILE`) in their place where there are any. */
export function createPlanCatalogue(own: Readonly<Record<string, Omit<Plan, 'id'>>> = PLANS): PlanCatalogue {
  const plans = new Map(Object.entries(own).map(([id, plan]) => [id, { id, ...plan }]));
  const free: Plan = plans.get('free') ?? { id: 'free', ...PLANS.free };
  return { get: (id) => plans.get(id) ?? free, has: (id) => plans.has(id), ids: [...plans.keys()] };
}
