import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));

async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    minify: true,
    keepNames: true,
  });
  return outputFiles[0]?.text ?? '';
}

describe('a bundle', () => {
  it.each([
    ['iteratePosts', 700],
    ['failedTargets', 500],
    ['SocialApiError', 700],
  ])('that imports %s alone holds no client', async (name, maxBytes) => {
    const code = await bundle(`import { ${name} } from '@social/sdk'; globalThis.used = ${name};`);
    expect(code).toContain(name);
    expect(code).not.toMatch(/createClient|\/api\/v1\/posts|Idempotency-Key/);
    expect(code.length).toBeLessThan(maxBytes);
  });

  it('that imports the client holds it', async () => {
    const code = await bundle(`import { createClient } from '@social/sdk'; globalThis.used = createClient;`);
    expect(code).toMatch(/createClient/);
    expect(code).toMatch(/\/api\/v1\/posts/);
  });
});
