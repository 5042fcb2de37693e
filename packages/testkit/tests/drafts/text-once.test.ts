import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { uniqueText, useResource, useStack } from '@social/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMcpClient } from '../../src/programs/mcp-client.ts';
import { useDesk } from '../../src/programs/use-desk.ts';

// Mastodon takes a text twice, so that a second one shows.
const { stack, workspace } = useStack({ connect: ['mastodon'] });
const desk = useDesk(stack, workspace);
const acme = useResource(async () => {
  const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } })).body;
  await workspace.connect('mastodon', profile.id);
  return profile as { id: string };
});

const PROFILES = ['default', 'acme'] as const;
type Profile = (typeof PROFILES)[number];
type Step =
  | {
      readonly does: 'send';
      readonly draft: boolean;
      readonly profile: Profile | null;
      readonly by: 'command' | 'tool';
    }
  | { readonly does: 'make default' | 'move'; readonly profile: Profile }
  | { readonly does: 'approve' | 'delete' };

const profile = fc.constantFrom(...PROFILES);
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('send' as const),
        draft: fc.boolean(),
        profile: fc.option(profile),
        by: fc.constantFrom('command' as const, 'tool' as const),
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('make default' as const, 'move' as const), profile }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('approve' as const, 'delete' as const) }) },
  ),
  { minLength: 3, maxLength: 9 },
);

interface Kept {
  readonly id: string;
  readonly text: string;
  readonly profile: Profile;
  readonly requestedProfile?: Profile;
  readonly draft?: { readonly requestedProfile: Profile };
  readonly updatedAt: string;
}

/** A text that is sent by commands and tools, with its drafts and posts on the server. */
class World {
  readonly text = uniqueText('Once');
  #default: Profile = 'default';
  /** Profiles that calls have asked for. */
  readonly asked = new Set<Profile>();

  async do(step: Step): Promise<void> {
    if (step.does === 'send') return this.#send(step);
    if (step.does === 'make default') return this.makeDefault(step.profile);
    const draft = (await this.drafts()).at(-1);
    if (!draft) return;
    const path = `/api/v1/drafts/${draft.id}`;
    const calls = {
      move: ['PATCH', path, step.does === 'move' && { profile: step.profile }],
      approve: ['POST', `${path}/approve`, { ifUpdatedAt: draft.updatedAt }],
      delete: ['DELETE', path, false],
    } as const;
    const [method, at, body] = calls[step.does];
    expect((await workspace.api(method, at, { ...(body && { body }) })).status).toBeLessThan(300);
  }

  async makeDefault(slug: Profile): Promise<void> {
    const id = slug === 'acme' ? acme.id : workspace.profileId;
    const { status } = await workspace.api('PATCH', `/api/profiles/${id}`, { body: { isDefault: true } });
    expect(status).toBe(200);
    this.#default = slug;
  }

  async #send({ draft, profile: named, by }: Step & { does: 'send' }): Promise<void> {
    this.asked.add(named ?? this.#default);
    const answer = await (by === 'command' ? this.#run(draft, named) : this.#call(draft, named));
    // A call is answered with what is for its profile, or was asked for it.
    if (named && answer) expect(profilesOf(answer)).toContain(named);
  }

  async #run(isDraft: boolean, named: Profile | null): Promise<Kept | undefined> {
    const more = [...(isDraft ? ['--draft'] : []), ...(named ? ['--profile', named] : [])];
    const { code, stdout, stderr } = await desk.social(['post', this.text, '--to', 'mastodon', ...more, '--json']);
    if (code === 0) return JSON.parse(stdout);
    expect([isDraft, JSON.parse(stderr.trim()).error.code]).toEqual([false, 'is_draft']);
    return undefined;
  }

  async #call(isDraft: boolean, named: Profile | null): Promise<Kept | undefined> {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', stack.url), {
      requestInit: { headers: { authorization: `Bearer ${workspace.apiKey}` } },
    });
    await using mcp = await openMcpClient(transport as Transport);
    const given = { text: this.text, platforms: ['mastodon'], ...(isDraft && { draft: true }) };
    const { data, text, isError } = await mcp.call('publish_post', { ...given, ...(named && { profile: named }) });
    if (!isError) return data;
    expect([isDraft, text]).toEqual([false, expect.stringContaining('is a draft that is not approved yet')]);
    return undefined;
  }

  async drafts(): Promise<Kept[]> {
    const { drafts } = (await workspace.api('GET', '/api/v1/drafts')).body;
    return drafts.filter((one: Kept) => one.text === this.text);
  }

  async posts(): Promise<Kept[]> {
    const { posts } = (await workspace.api('GET', '/api/v1/posts')).body;
    return posts.filter((one: Kept) => one.text === this.text);
  }
}

function profilesOf({ profile: now, requestedProfile = now, draft }: Kept): Profile[] {
  return [draft?.requestedProfile ?? requestedProfile, now];
}

const timesSent = async (text: string) =>
  (await stack.sandbox.posts('mastodon')).filter((post) => post.text === text).length;

test('however a text is sent, drafted, moved and approved, each profile that was asked for has it once', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const world = new World();
      await world.makeDefault('default');
      for (const step of all) {
        await world.do(step);
        const [posts, drafts] = [await world.posts(), await world.drafts()];
        expect(await timesSent(world.text)).toBe(posts.length);
        const requested = [...posts, ...drafts].map((one) => profilesOf(one)[0] as Profile);
        expect(new Set(requested).size).toBe(requested.length);
        expect([...world.asked]).toEqual(expect.arrayContaining(requested));
      }
      for (const { id } of await world.drafts()) await workspace.api('DELETE', `/api/v1/drafts/${id}`);
    }),
    { numRuns: 25 },
  );
});
