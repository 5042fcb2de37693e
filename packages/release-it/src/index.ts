/**
 * A plugin for release-it: announces each release, once.
 * @see https://github.com/release-it/release-it/blob/main/docs/plugins.md (read 2026-11-26)
 */
import { AnnounceError, type AnnounceOptions, type Announcer, createAnnouncer } from '@social/cli';
import { Plugin } from 'release-it';

export type { AnnounceOptions };

/** The plugin, with `AnnounceOptions` as its options. */
export default class SocialPlugin extends Plugin {
  /** Checks options, key, server and accounts before anything is released. Sends nothing. */
  override async init(): Promise<void> {
    this.registerPrompts({
      announce: { type: 'confirm', message: () => `Announce the release on ${this.#places()}?`, default: true },
    });
    await this.#run((announcer) => announcer.checkSetup());
  }

  /** Checks the text of the release, and prints it with its cost. Sends nothing. */
  override async beforeRelease(): Promise<void> {
    await this.#run((announcer) => announcer.check(this.#release()));
  }

  /**
   * Announces the release after every plugin has released it. A dry run has shown before what it would send.
   * @returns false when nothing was announced, so that release-it leaves out the hooks after it
   */
  override async afterRelease(): Promise<unknown> {
    if (this.config.isDryRun) return false;
    const task = () => this.#run((announcer) => announcer.announce(this.#release()));
    return await this.step({ task, label: 'Announce the release', prompt: 'announce' });
  }

  #places(): string {
    const { to } = this.options;
    return Array.isArray(to) ? to.join(', ') : String(to);
  }

  #release() {
    const { version = '', tagName = version, changelog = '' } = this.config.getContext();
    return { version, tag: tagName, notes: changelog };
  }

  async #run(step: (announcer: Announcer) => Promise<void>): Promise<void> {
    const log = (line: string) => this.log.log(line);
    const warn = (line: string) => this.log.warn(line);
    try {
      await step(createAnnouncer(this.options, { cwd: process.cwd(), env: process.env, log, warn }));
    } catch (error) {
      if (!(error instanceof AnnounceError)) throw error;
      // release-it prints the message only.
      throw Object.assign(error, { message: [error.message, error.details].join('\n') });
    }
  }
}
