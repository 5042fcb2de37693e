import { type Context, createContext } from '../lib/context.ts';
import { mayAsk } from '../lib/terminal/tty.ts';

/** Signs in a person who has no key for the server. Returns the context to use from then on. */
export async function signInFirst(context: Context, options: { readonly browser: boolean }): Promise<Context> {
  const { apiKey, baseUrl } = await context.settings();
  if (apiKey.value || !mayAsk(context)) return context;
  await context.output.note(`You are not signed in to ${baseUrl.value}: this comes first.`);
  const { logIn } = await import('./account/login.ts');
  await logIn(context, { ...options, asksAddress: false });
  return createContext(context.io, context.argv, context.flags);
}
