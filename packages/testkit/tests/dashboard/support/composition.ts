import type { Locator, Page } from 'playwright-core';
import { MP4_HEAD } from '../../../../platforms/tests/support/media-samples.ts';
import type { DashboardServer } from './dashboard-server.ts';
import { quickConnect } from './quick-connect.ts';
import type { Visitor } from './visitor.ts';

/** A file as the browser's picker gives it. */
export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A grey picture of 8 by 8 pixels, as a baseline JPEG. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACAAIAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);

/** Start of a composition: the connected platforms, and the query of the address. */
interface Beginning {
  readonly platforms: readonly string[];
  readonly query?: string;
  /** The plan, where it is not the free one. */
  readonly plan?: 'pro';
}

/** Makes an account with these platforms connected, and opens the page on which it writes posts. */
export async function beginComposition(
  visitor: Visitor,
  server: DashboardServer,
  { platforms, query, plan }: Beginning,
): Promise<Composition> {
  await visitor.enroll();
  if (plan) await server.setPlan(visitor.email, plan);
  await quickConnect(visitor, server.sandbox, { platforms });
  const composition = new Composition(visitor.page);
  await composition.open(query);
  return composition;
}

/** The page on which posts are written. */
export class Composition {
  readonly #page: Page;
  #films = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens it, and waits until the platforms are there. */
  async open(query = ''): Promise<void> {
    await this.#page.goto(`/write${query}`);
    await this.#page.getByText('Publish to').waitFor();
    await this.#page.getByText('Choose where to publish').waitFor();
  }

  get text(): Locator {
    return this.#page.getByLabel('Text', { exact: true });
  }

  /** The field of a part of a thread, from 2; the first is the text. */
  part(number: number): Locator {
    return this.#page.getByLabel(`Part ${number}`, { exact: true });
  }

  /** Adds a part to the thread, and writes it. */
  async addPart(text: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Add a part' }).click();
    await this.#page.locator('textarea:focus').fill(text);
  }

  async choose(...networks: readonly string[]): Promise<void> {
    for (const network of networks) await this.account(network).check();
  }

  /** The chip of the account at a network: "Sandbox Owner · LinkedIn". */
  account(network: string): Locator {
    return this.#page.getByRole('checkbox', { name: new RegExp(`(^|· )${network}$`) });
  }

  /** Gives a network a text of its own. */
  async customize(network: string, text: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Customize for one network' }).click();
    await this.#page.getByRole('menuitem', { name: `Customize for ${network}` }).click();
    await this.#page.getByLabel(`Text for ${network}`, { exact: true }).fill(text);
  }

  /** Shows the text that all networks get which have none of their own. */
  async showCommon(): Promise<void> {
    await this.#page.getByRole('tab', { name: /^(All others|Common text)$/ }).click();
  }

  /** The check of a network, with its preview. */
  check(network: string): Locator {
    return this.#page
      .getByRole('list', { name: 'Checks before sending' })
      .getByRole('listitem', { name: network, exact: true });
  }

  /** Chooses files and waits until they are uploaded. */
  async add(...files: readonly GivenFile[]): Promise<void> {
    await this.give(...files);
    for (const { name } of files)
      await this.file(name)
        .getByText(/upload|checking|Waits/)
        .waitFor({ state: 'detached' });
  }

  /** Chooses files. */
  async give(...files: readonly GivenFile[]): Promise<void> {
    await this.#page.getByLabel('Files', { exact: true }).setInputFiles([...files]);
    for (const { name } of files) await this.file(name).waitFor();
  }

  /** The card of a file. */
  file(name: string): Locator {
    return this.#page.getByRole('listitem', { name, exact: true });
  }

  /** Names of the files in their order. */
  async fileNames(): Promise<(string | null)[]> {
    const cards = await this.#page.getByRole('list', { name: 'Files of this post' }).getByRole('listitem').all();
    return Promise.all(cards.map((card) => card.getAttribute('aria-label')));
  }

  /** Returns a film as small as every network takes, each time another one. */
  film(name: string): GivenFile {
    this.#films += 1;
    const frames = Buffer.alloc(80 * 1024, `film ${this.#films} `);
    return { name, mimeType: 'video/mp4', buffer: Buffer.concat([MP4_HEAD, frames]) };
  }

  /** Returns a small photograph. */
  photo(name: string): GivenFile {
    return { name, mimeType: 'image/jpeg', buffer: JPEG };
  }
}
