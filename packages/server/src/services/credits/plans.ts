import { PLANS } from '@social/types';

/** How much a workspace may have of what costs no credits. */
export interface Quotas {
  readonly keys: number;
  readonly profiles: number;
  /** Posts that wait for their time. */
  readonly scheduledPosts: number;
  /** Bytes of posts that wait, or ended without being sent; the stored answers of their keys count too. */
  readonly scheduledBytes: number;
}

/** One entry of the plan catalogue. `price` per month; `monthlyCredits` and whether paid features are open. */
export interface Plan {
  readonly id: string;
  readonly label: string;
  readonly price: number;
  readonly monthlyCredits: number;
  readonly quotas: Quotas;
}

/** A plan as an operator writes it; a quota that is left out is that of the contract's plan of its kind. */
export type OwnPlan = Omit<Plan, 'id' | 'quotas'> & { readonly quotas?: Partial<Quotas> };

/** The plans of this server. */
export interface PlanCatalogue {
  /** The plan, or the free one when a workspace is on a plan that the catalogue lost. */
  get(id: string): Plan;
  has(id: string): boolean;
  readonly ids: readonly string[];
}

/** A plan that costs money opens the paid features. */
export function isPaid(plan: Pick<Plan, 'price'>): boolean {
  return plan.price > 0;
}

/** The contract's plans, with the server's own (`SOCIAL_PLANS_FILE`) in their place where there are any. */
export function createPlanCatalogue(own: Readonly<Record<string, OwnPlan>> = PLANS): PlanCatalogue {
  const plans = new Map(Object.entries(own).map(([id, plan]) => [id, { id, ...plan, quotas: quotasOf(plan) }]));
  const free: Plan = plans.get('free') ?? { id: 'free', ...PLANS.free };
  return { get: (id) => plans.get(id) ?? free, has: (id) => plans.has(id), ids: [...plans.keys()] };
}

function quotasOf({ price, quotas }: OwnPlan): Quotas {
  return { ...(price > 0 ? PLANS.pro : PLANS.free).quotas, ...quotas };
}
