import { PLANS } from '@social/types';
import { expect, test } from 'vitest';
import { accountsOf, createBudgets } from './budgets.ts';

const quotas = { ...PLANS.free.quotas, answerBytes: 100, temporaryBytes: 50, workerSeconds: 10 };
const SPAN_MS = 600_000;

test('an owner uses as much as its quota says, and again what it gave back', () => {
  const budgets = createBudgets();
  const wants =
    (more: number, owner = 'w') =>
    () =>
      budgets.requireRoom('answerBytes', owner, { quotas, more });
  budgets.count('answerBytes', 'w', 60);
  expect(wants(40)).not.toThrow();
  expect(wants(41)).toThrow(
    expect.objectContaining({
      code: 'rate_limited',
      details: { quota: 'answerBytes', limit: 100 },
      retryAfterMs: 1_000,
    }),
  );
  expect(wants(100, 'other')).not.toThrow();
  budgets.count('answerBytes', 'w', -60);
  expect(wants(100)).not.toThrow();
});

test('one owner uses half of what everybody may use together, and all of them no more than that', () => {
  const budgets = createBudgets({ together: { answerBytes: 120 } });
  const wants = (owner: string) => () => budgets.requireRoom('answerBytes', owner, { quotas, more: 60 });
  expect(() => budgets.requireRoom('answerBytes', 'a', { quotas, more: 61 })).toThrow(
    expect.objectContaining({ code: 'rate_limited', details: { quota: 'answerBytes', limit: 60 } }),
  );
  for (const owner of ['a', 'b']) {
    expect(wants(owner)).not.toThrow();
    budgets.count('answerBytes', owner, 60);
  }
  expect(wants('c')).toThrow(
    expect.objectContaining({ code: 'unavailable', details: { quota: 'answerBytes', limit: 120 } }),
  );
});

test('processor time counts for ten minutes, from its first use on', () => {
  let elapsed = 0;
  const budgets = createBudgets({ clock: { elapsed: () => elapsed } });
  const wants = () => budgets.requireRoom('workerSeconds', 'w', { quotas });
  budgets.count('workerSeconds', 'w', 6);
  elapsed = SPAN_MS / 2;
  budgets.count('workerSeconds', 'w', 4);
  expect(wants).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterMs: SPAN_MS / 2 }));
  elapsed = SPAN_MS;
  expect(wants).not.toThrow();
});

test('an account takes what there is, counts nothing that it refuses, and takes back what was given', async () => {
  const account = await accountsOf('temporaryBytes', createBudgets(), async () => quotas)('w');
  account.take(50);
  expect(() => account.take(1)).toThrow('All 50 bytes of fetched files');
  account.count(-20);
  account.take(20);
  expect(() => account.take(1)).toThrow('All 50 bytes');
});
