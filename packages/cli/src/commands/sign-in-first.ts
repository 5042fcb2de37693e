import { type Context, createContext } from '../lib/context.ts';
import { mayAsk } from '../lib/terminal/tty.ts';

/** Signs in a person who has never signed in on this machine. Returns the context to use from then on. */
export async function signInFirst(context: Context, options: { readonly browser: boolean }): Promise<Context> {
  const [{ apiKey }, { contexts }] = await Promise.all([context.settings(), context.stored()]);
  if (apiKey.value || contexts.size > 0 || !mayAsk(context)) return context;
  await context.output.note('You are not signed in yet: this comes first.');
  const { logIn } = await import('./account/login.ts');
  await logIn(context, { ...options, asksAddress: false });
  return createContext(context.io, context.argv, context.flags);
}
