import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCEPT, checkedWith, failed, PUBLISHED, postWith, READY } from '../support/posts.ts';
import { API_KEY } from '../support/social.ts';
import { failure, json, loseAnswer, type Reply, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Runs a job. @returns what it wrote for its page, and its outputs as the runner of a CI reads them */
async function runJob(answer: Reply, args: readonly string[], text = 'hello') {
  const call = args.includes('--dry-run') ? 'POST /api/v1/posts?dryRun=true' : 'POST /api/v1/posts';
  await using server = await startStandIn({ [call]: answer });
  await using directory = await temporaryDirectory();
  const env = { GITHUB_STEP_SUMMARY: join(directory.path, 'summary'), GITHUB_OUTPUT: join(directory.path, 'output') };
  const ended = await server.social(['post', text, ...args], { env });
  return { ...ended, summary: await directory.read('summary'), outputs: readOutputs(await directory.read('output')) };
}

function readOutputs(written: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = written.split('\n');
  for (let index = 0; index < lines.length - 1; index++) {
    const [name = '', delimiter = ''] = (lines[index] ?? '').split('<<');
    const end = lines.indexOf(delimiter, index + 1);
    expect(end).toBeGreaterThan(index);
    outputs[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return outputs;
}

const limited = failed('network_rate_limited', { retryable: true, error: 'the network is rate limiting this account' });
const TO = ['--to', 'profnet,microblog'];

describe('the page of a job', () => {
  it('shows a row per platform, what it cost, and what to do about failures', async () => {
    const post = postWith({ profnet: PUBLISHED, microblog: limited });
    const { code, summary, outputs } = await runJob(json(201, post), TO);
    expect(code).toBe(3);
    expect(summary.split('\n')).toEqual([
      '### 1 of 2 published',
      '',
      '| platform | account | state | link | credits |',
      '| --- | --- | --- | --- | ---: |',
      `| profnet | Ada Example | published | [link](<${PUBLISHED.url}>) | 1 |`,
      '| microblog | @ada | failed |  | 0 |',
      '',
      '1 credit spent by this run, 1 in all. Post `0192f3c1-7c1e`.',
      '',
      '- **microblog**: the network is rate limiting this account; retry then with: social post retry 0192f3c1-7c1e',
      '',
      '',
    ]);
    expect(outputs).toEqual({
      'post-id': post.id,
      status: 'partial',
      json: JSON.stringify(post),
      published: 'profnet',
      failed: 'microblog',
    });
  });

  it('shows what a dry run found', async () => {
    const checked = checkedWith({ profnet: READY, microblog: { ...READY, credits: 3 } }, 500);
    const { code, summary, outputs } = await runJob(json(200, checked), [...TO, '--dry-run']);
    expect(code).toBe(0);
    expect(summary).toContain('### Dry run: nothing was sent\n');
    expect(summary).toContain('| microblog |  | ready |  | 3 |\n\nIt would cost 4 credits; 500 left.\n');
    expect(outputs).toMatchObject({ 'post-id': '', status: 'ready', published: '', failed: '' });
  });

  it('fails a dry run for which the credits do not suffice, as the post would fail', async () => {
    const checked = checkedWith({ microblog: { ...READY, credits: 3 } }, 2);
    const dear = await runJob(json(200, checked), [...TO, '--dry-run', '--output', 'text']);
    expect(dear.code).toBe(5);
    expect(dear.stdout).toContain('It would cost 3 credits; 2 left, not enough.');
    expect(dear.outputs).toMatchObject({ status: 'problem' });
    const later = await runJob(json(200, { ...checked, status: 'scheduled' }), [...TO, '--dry-run']);
    expect(later.code).toBe(0);
  });

  it.each<[string, Reply, readonly string[], number, string[]]>([
    [
      'that the server gave',
      failure(402, 'insufficient_credits'),
      TO,
      5,
      ['about insufficient\\_credits', 'social usage'],
    ],
    ['in what was asked for', failure(500, 'internal'), ['--to', 'nowhere'], 2, ['"nowhere" is not a platform']],
  ])('shows an error %s', async (_what, answer, args, code, said) => {
    const ended = await runJob(answer, args);
    expect(ended.code).toBe(code);
    expect(ended.summary).toContain('### Not published\n');
    for (const text of said) expect(ended.summary).toContain(text);
    expect(ended.outputs).toMatchObject({ 'post-id': '', status: 'error', published: '', failed: '' });
    expect(JSON.parse(ended.outputs['json'] ?? '')).toHaveProperty('error.code');
  });

  it.each<[string, Reply]>([
    ['was lost', loseAnswer],
    ['says nothing about it', failure(500, 'internal_error')],
  ])('does not say that nothing was published where the answer %s', async (_what, answer) => {
    const { summary, outputs } = await runJob(answer, TO);
    expect(summary).toContain('### It may have been published\n');
    expect(outputs).toMatchObject({ 'post-id': '', status: 'unknown', published: '', failed: '' });
  });

  it.each<[string, object, string]>([
    ['published', postWith({ profnet: PUBLISHED }), 'published'],
    ['failed', postWith({ profnet: limited }), 'failed'],
    [
      'scheduled',
      postWith({}, { status: 'scheduled', scheduledFor: '2030-01-01T00:00:00Z', platforms: ['profnet'] }),
      'scheduled',
    ],
    ['unknown', postWith({ profnet: PUBLISHED, microblog: { ...limited, state: 'unknown' } }), 'unknown'],
  ])('has the status %s', async (_what, post, status) => {
    expect((await runJob(json(201, post), TO)).outputs['status']).toBe(status);
  });

  it('cannot be broken by what networks and texts say, and never shows the key', async () => {
    const hostile = `a|b\n| x | y |\n\n# Not a heading <img src=x onerror=alert(1)> [click](https://evil.example) \`\`\` ${API_KEY}`;
    const post = postWith(
      {
        profnet: { ...PUBLISHED, account: hostile, url: 'https://example.com/a)|<b>?x=[y](z)' },
        microblog: { ...limited, error: hostile, account: 'ok\u001b[31m', url: 'javascript:alert(1)' },
      },
      { text: hostile },
    );
    const { summary, outputs } = await runJob(json(201, post), TO, 'x\nEOF\njson<<EOF\n');
    const rows = summary.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(6);
    expect(summary.match(/^#/gm)).toHaveLength(1);
    expect(summary).not.toMatch(/<(?!https:)/);
    expect(summary).not.toMatch(/javascript:|\p{Cc}\[31m|https:\/\/evil/u);
    expect(summary + JSON.stringify(outputs)).not.toContain(API_KEY);
    expect(Object.keys(outputs)).toEqual(['post-id', 'status', 'json', 'published', 'failed']);
    expect(JSON.parse(outputs['json'] ?? '').text).toBe(hostile.replace(API_KEY, '***'));
  });

  it('is appended to, and a file that cannot be written does not make the post fail', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await temporaryDirectory({ summary: 'before\n' });
    const [summary, output] = [join(directory.path, 'summary'), join(directory.path, 'no/output')];
    const env = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output };
    const ended = await server.social(['post', 'hi', '--to', 'profnet'], { env });
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('Warning: cannot write');
    expect(await directory.read('summary')).toMatch(/^before\n### 1 of 1 published/);
  });
});
