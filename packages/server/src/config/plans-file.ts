import { readFileSync } from 'node:fs';
import { PLANS } from '@social/types';
import { ConfigError } from '../errors.ts';
import { createPlanCatalogue, type PlanCatalogue } from '../services/credits/plans.ts';

const QUOTAS = Object.keys(PLANS.free.quotas);
/** With less, no page of a list could be read. */
const LEAST_ANSWER_BYTES = 1_000_000;

/** Loads the plans of SOCIAL_PLANS_FILE, or for null the contract's own plans. @throws ConfigError */
export function loadPlans(path: string | null): PlanCatalogue {
  if (path === null) return createPlanCatalogue();
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError('SOCIAL_PLANS_FILE', `${path} is not a readable JSON file`, cause);
  }
  if (parsed === null || typeof parsed !== 'object' || !Object.values(parsed).every(isPlan) || !('free' in parsed)) {
    throw new ConfigError(
      'SOCIAL_PLANS_FILE',
      `must map plan ids, "free" among them, to {"label": text, "price": number ≥ 0, "monthlyCredits": whole number ≥ 0}; "quotas" may set ${QUOTAS.join(', ')} (whole numbers ≥ 0, answerBytes ≥ ${LEAST_ANSWER_BYTES})`,
    );
  }
  return createPlanCatalogue(parsed as Parameters<typeof createPlanCatalogue>[0]);
}

function isPlan(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  const { label, price, monthlyCredits, quotas = {} } = value as Record<string, unknown>;
  const isPrice = typeof price === 'number' && Number.isFinite(price) && price >= 0;
  return typeof label === 'string' && isPrice && isCount(monthlyCredits) && areQuotas(quotas);
}

function areQuotas(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  const isEnough = ({ answerBytes = LEAST_ANSWER_BYTES }: { answerBytes?: unknown }) =>
    Number(answerBytes) >= LEAST_ANSWER_BYTES;
  return Object.entries(value).every(([name, limit]) => QUOTAS.includes(name) && isCount(limit)) && isEnough(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
