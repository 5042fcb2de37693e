import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { failure, json, type Replies, startStandIn, USAGE } from '../support/stand-in-server.ts';

const OTHER_PATCH = manifest.version.replace(/\d+$/, '7');

describe('the versions of command and server', () => {
  const usage = (version: string): Replies => ({
    'GET /api/usage': json(200, USAGE, { 'social-version': version }),
    'GET /api/profiles': json(200, { profiles: [] }, { 'social-version': version }),
  });
  const warnings = (stderr: string) => stderr.split('\n').filter((line) => line.includes('Warning'));

  it('are compared once, on stderr alone', async () => {
    await using server = await startStandIn(usage('99.0.0'));
    const { code: exitCode, stdout, stderr } = await server.social(['whoami']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).not.toHaveProperty('note');
    expect(warnings(stderr)).toEqual([expect.stringContaining('this command is older than the server')]);
    expect(stderr).toContain('update social to 99.0.0');
  });

  it('is warned of once however many calls there are, and when they fail; an error as JSON stands alone', async () => {
    const headers = { 'social-version': '99.1.0' };
    const replies = {
      'GET /api/profiles': json(200, { profiles: [] }, headers),
      'POST /api/profiles': [
        failure(503, 'unavailable', 'away', headers),
        failure(400, 'invalid_request', 'no', headers),
      ],
    };
    await using server = await startStandIn(replies);
    const failed = await server.social(['profiles', 'create', 'Acme']);
    expect([failed.code, server.seen.length]).toEqual([2, 2]);
    expect(warnings(failed.stderr)).toHaveLength(1);
    expect(failed.stderr).toMatch(/update social to 99\.1\.0\.\nError: no\n/);
    const asJson = await server.social(['profiles', 'create', 'Acme', '--json']);
    const error = { code: 'invalid_request', message: 'no\nNothing was sent.' };
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error });
    const fine = await server.social(['profiles', 'list', '--json']);
    expect(JSON.parse(fine.stderr)).toEqual({ note: expect.stringContaining('Warning: this command is older') });
    expect(JSON.parse(fine.stdout)).toEqual({ profiles: [] });
  });

  it.each([OTHER_PATCH, 'nonsense', ''])('is not warned of where it is %j', async (version) => {
    await using server = await startStandIn(usage(version));
    expect(await server.social(['whoami'])).toMatchObject({ code: 0, stderr: '' });
  });
});
