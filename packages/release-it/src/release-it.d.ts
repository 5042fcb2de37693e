// release-it has no types of its plugins.
// @see lib/plugin/Plugin.js of release-it 21.1.2
declare module 'release-it' {
  export class Plugin {
    readonly options: Readonly<Record<string, unknown>>;
    readonly config: {
      readonly isDryRun: boolean;
      getContext(): { readonly version?: string; readonly tagName?: string; readonly changelog?: string };
    };
    readonly log: { log(line: string): void; warn(line: string): void };
    registerPrompts(prompts: object): void;
    /** Runs the task; where a person is asked, only after a yes. */
    step(options: { task: () => Promise<void>; label: string; prompt: string }): Promise<unknown>;
    init(): unknown;
    beforeRelease(): unknown;
    afterRelease(): unknown;
  }
}

export {};
