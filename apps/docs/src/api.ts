import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ROOT } from './places.ts';

/** The renderer's logo, which its pages would otherwise fetch from another site. */
const REMOTE_SIGN = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const OWN_SIGN = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="12"><text y="10" font-family="sans-serif" font-size="11" fill="#5d626b">Redocly</text></svg>',
)}`;

const RENDERER = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** Renders the contract into one file that loads nothing. @throws {Error} when the renderer fails */
export function buildApiReference(output: string, env: NodeJS.ProcessEnv): void {
  const rendered = ['build-docs', 'specs/openapi.yaml', '--output', output, '--inlineBundle', '--lint-config', 'off'];
  execFileSync(process.execPath, [RENDERER, ...rendered, '--title', 'API · social', '--openapi.disableSearch=false'], {
    cwd: ROOT,
    env: { ...env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const page = readFileSync(output, 'utf8').replace(REMOTE_SIGN, OWN_SIGN);
  writeFileSync(output, page.replace('<head>', '<head>\n  <link rel="icon" href="data:,">'));
}
