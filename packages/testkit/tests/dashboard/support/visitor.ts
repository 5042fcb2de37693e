import { randomUUID } from 'node:crypto';
import { PASSWORD } from '@social/testkit';
import type { Browser, BrowserContext, ConsoleMessage, Page, WebError } from 'playwright-core';
import type { DashboardServer } from './dashboard-server.ts';
import { openTab } from './reused-tab.ts';

/** Calls of every page that are refused while no account is signed in. */
const USUAL_REFUSALS = ['401 /api/account'];

/** A person with a browser that shares its cookies with no other visitor. */
export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly email = `${randomUUID()}@example.com`;
  readonly password = PASSWORD;
  readonly #server: DashboardServer;
  readonly #complaints: string[] = [];
  readonly #expectedComplaints: string[] = [];
  readonly #expectedRefusals = new Set(USUAL_REFUSALS);

  /** @param page an empty tab of a browser that knows nothing of this server */
  constructor(page: Page, server: DashboardServer) {
    this.context = page.context();
    this.page = page;
    this.#server = server;
    this.context.on('console', this.#hear);
    this.context.on('weberror', this.#hearError);
  }

  /** Opens an empty tab in a fresh browser. */
  static async arrive(browser: Browser, server: DashboardServer): Promise<Visitor> {
    return new Visitor(await openTab(browser, server), server);
  }

  /** Listens no more to the pages: what they report from now on is not this visitor's. */
  leave(): void {
    this.context.off('console', this.#hear);
    this.context.off('weberror', this.#hearError);
  }

  /** Returns the errors that scripts and the browser reported since the last call, with breaches of the content security policy. */
  takeComplaints(): string[] {
    const unexpected = (complaint: string) => !this.#expectedComplaints.some((part) => complaint.includes(part));
    return this.#complaints.splice(0).filter(unexpected);
  }

  /** Lets errors pass that contain this part, before or after this call: the browser may report one late. */
  expectComplaint(part: string): void {
    this.#expectedComplaints.push(part);
  }

  /** Lets a refusal pass that the browser reports as an error, for example `401 /api/account/sign-in`. */
  expectRefusal(...refusals: string[]): void {
    for (const refusal of refusals) this.#expectedRefusals.add(refusal);
  }

  readonly #hear = (message: ConsoleMessage): void => {
    if (message.type() !== 'error') return;
    const status = /^Failed to load resource: .* status of (\d+)/.exec(message.text())?.[1];
    const { url } = message.location();
    if (status && URL.canParse(url) && this.#expectedRefusals.has(`${status} ${new URL(url).pathname}`)) return;
    this.#complaints.push(`${message.text()} at ${url}`);
  };

  readonly #hearError = (error: WebError): void => void this.#complaints.push(String(error.error()));

  /** Creates this visitor's account without a page being opened. */
  async enroll(): Promise<void> {
    const { email, password } = this;
    const answer = await this.context.request.post('/api/account/sign-up', { data: { email, password } });
    if (!answer.ok()) throw new Error(`sign-up answered ${answer.status()} ${await answer.text()}`);
  }

  /** Creates this visitor's account and opens the connections. */
  async signUp(): Promise<void> {
    await this.enroll();
    await this.page.goto('/connections');
    await this.seeConnections();
  }

  /** Leads to another page of the dashboard as its links do: without loading anything again. */
  async show(address: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
  }

  /** Signs out by the menu in the banner. */
  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: `Account ${this.email}` }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.seeHeading('Sign in');
  }

  /** Fills the form that is shown with this visitor's e-mail and sends it. */
  async fillCredentials(button: 'Sign in' | 'Create account', password = this.password): Promise<void> {
    await this.page.getByLabel('Email').fill(this.email);
    await this.page.getByRole('textbox', { name: 'Password' }).fill(password);
    await this.page.getByRole('button', { name: button }).click();
  }

  /** Waits until a heading with exactly this text is shown. */
  async seeHeading(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, exact: true }).waitFor();
  }

  /** Waits until the workspace is shown to this visitor, then opens the connections. */
  async enterWorkspace(): Promise<void> {
    await this.page.getByRole('button', { name: `Account ${this.email}` }).waitFor();
    await this.page.getByRole('link', { name: 'Connections', exact: true }).click();
    await this.seeConnections();
  }

  /** Waits until the connections and the credits were read: reads on their way would be refused after a sign-out. */
  async seeConnections(page = this.page): Promise<void> {
    await page.getByRole('heading', { name: 'Connections', exact: true }).waitFor();
    await page.getByText(/^Nothing is connected yet|^\d+ of \d+ networks connected/).waitFor();
    await page.getByRole('link', { name: /^\d+ credits? left$/ }).waitFor();
  }

  /** Waits until this text is shown somewhere. */
  async seeText(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Follows the link of a platform's card to the network's consent page. */
  async askForConsent(platform: string): Promise<void> {
    await this.page.getByRole('link', { name: `Connect ${platform}`, exact: true }).click();
    await this.page.waitForURL(`${this.#server.sandboxUrl}/**`);
  }

  /** Names an account or its server on the card of a platform that asks for it, and waits for the sign-in page. */
  async nameAccount(platform: string, named: { readonly host: string } | { readonly handle: string }): Promise<void> {
    const [label, text] =
      'host' in named ? ['Server of the account', named.host] : ['Name of the account', named.handle];
    await this.page.getByRole('button', { name: `Connect ${platform}`, exact: true }).click();
    await this.page.getByLabel(label).fill(text);
    await this.page.getByRole('button', { name: 'Continue' }).click();
    await this.page.waitForURL(`${this.#server.sandboxUrl}/**`);
  }

  /** Approves as one of the network's accounts, and waits for the server's page that follows. */
  async approve(account = 'Sandbox Owner'): Promise<void> {
    await this.page.getByRole('radio', { name: account }).check();
    await this.page.getByRole('button', { name: 'Approve' }).click();
    await this.page.waitForURL(`${this.#server.url}/**`);
  }

  /** Connects an account from a platform's card to the result. */
  async connect(platform: string, account = 'Sandbox Owner'): Promise<void> {
    await this.askForConsent(platform);
    await this.approve(account);
    await this.confirm(platform);
  }

  /** Presses Connect on the page with the accounts, and waits for the result among the connections. */
  async confirm(platform: string, page = this.page): Promise<void> {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Connections', exact: true }).waitFor();
    await page.getByRole('status').getByText(`${platform} is connected as`).waitFor();
    await this.seeConnections(page);
  }

  /** Chooses a profile in the header. */
  async chooseProfile(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Profile: / }).click();
    await this.page.getByRole('menuitemradio', { name, exact: true }).click();
    await this.page.getByRole('button', { name: `Profile: ${name}` }).waitFor();
  }

  /** One platform's card on the connections page. */
  card(platform: string) {
    return this.page.getByRole('article', { name: platform, exact: true });
  }

  /** Calls the API with this visitor's cookies. */
  async read(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await this.context.request.get(path);
    return { status: answer.status(), body: await answer.json() };
  }

  /** The cookie that holds the session. */
  async sessionCookie() {
    const cookies = await this.context.cookies(this.#server.url);
    const session = cookies.filter(({ name }) => name.includes('session'));
    if (session.length !== 1) throw new Error(`${session.length} session cookies: ${cookies.map(({ name }) => name)}`);
    return session[0]!;
  }
}
