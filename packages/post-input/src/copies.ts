import type { Output } from '@social/sdk';

type Post = Pick<Output<'getPost'>, 'media' | 'overrides' | 'notes'>;

/** Says how far the copies of a post's files are, a line each. The query of an address is left out, since it may hold a secret. */
export function copyLines({ media = [], overrides = {}, notes = [] }: Post): string[] {
  const own = Object.values(overrides).flatMap((override) => override.media ?? []);
  const lines = [...media, ...own].flatMap(({ url, copy, copyProblem }) => {
    if (copy === undefined) return [];
    const { host, pathname } = new URL(url);
    const name = `${host}${pathname}`;
    if (copy === 'copied') return [`${name}: copied`];
    if (copy === 'copying') return [`${name}: is being copied before the post is due`];
    return [`${name}: could not be copied: ${copyProblem?.message ?? 'unknown'}`];
  });
  const said = notes.filter(({ code }) => ['copying_media', 'copied_media', 'copy_failed'].includes(code));
  return [...new Set([...lines, ...said.map(({ message }) => message)])];
}
