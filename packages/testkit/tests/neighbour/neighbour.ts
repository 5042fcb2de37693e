import { createHistogram, performance } from 'node:perf_hooks';
import { samplePng, uniqueText, type Workspace } from '@social/testkit';

/** How long the publishes of a neighbour took, in milliseconds, and which of them failed. */
export interface Felt {
  readonly p50: number;
  readonly p99: number;
  readonly failures: readonly string[];
}

/** A workspace that works beside an attack, one call after another. */
export interface Neighbour {
  /** Publishes this often, and now and then uploads a file and reads. */
  work(publishes: number): Promise<Felt>;
}

const EVERY = 10;

export function createNeighbour(workspace: Workspace): Neighbour {
  let count = 0;
  const publish = () => workspace.publish({ text: uniqueText('Beside it'), platforms: ['profnet'] });

  async function others(): Promise<string[]> {
    const body = samplePng(count % 256, count);
    const answers = [
      await workspace.api('POST', '/api/v1/media', { body, headers: { 'content-type': 'image/png' } }),
      await workspace.api('GET', '/api/v1/posts?limit=5'),
    ];
    return answers.filter(({ status }) => status >= 300).map(({ status, text }) => `${status} ${text}`);
  }

  return {
    async work(publishes) {
      const histogram = createHistogram();
      const timed = performance.timerify(publish, { histogram });
      const failures: string[] = [];
      for (let made = 0; made < publishes; made += 1) {
        count += 1;
        const { status, body, text } = await timed();
        if (status !== 201 || body.outcome !== 'published') failures.push(`${status} ${text.slice(0, 500)}`);
        if (count % EVERY === 0) failures.push(...(await others()));
      }
      return {
        p50: Math.round(histogram.percentile(50) / 1e6),
        p99: Math.round(histogram.percentile(99) / 1e6),
        failures,
      };
    },
  };
}
