import { expect, test } from 'vitest';
import { html } from './html.ts';

test('html escapes values, keeps markup, and omits undefined values', () => {
  const inner = html`<b>${'<&>"\''}</b>`;
  expect(html`<p title="${'"'}">${inner}${[inner, inner]}${undefined}${3}</p>`.markup).toBe(
    `<p title="&quot;">${'<b>&lt;&amp;&gt;&quot;&#39;</b>'.repeat(3)}3</p>`,
  );
});
