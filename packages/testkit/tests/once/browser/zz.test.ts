import { test } from './support/browser-test.ts';

test('X must fail: console', async ({ visitor }) => {
  await visitor.page.goto('/');
  await visitor.page.evaluate("console.error('boo')");
  await visitor.seeHeading('Sign in');
});
test('X must fail: csp', async ({ visitor }) => {
  await visitor.page.goto('/');
  await visitor.page.evaluate(
    "{const s=document.createElement('style');s.textContent='a{color:red}';document.head.append(s)}",
  );
  await visitor.seeHeading('Sign in');
});
test('X must fail: thrown', async ({ visitor }) => {
  await visitor.page.goto('/');
  await visitor.page.evaluate("void Promise.reject(new Error('boo'))");
  await visitor.seeHeading('Sign in');
});
