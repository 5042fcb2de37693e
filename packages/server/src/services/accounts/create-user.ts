import { AppError } from '../../errors.ts';
import { deleteUser, isEmailTaken } from '../../store/accounts/sign-ins.ts';
import type { Database } from '../../store/schema.ts';
import { type Auth, checkNewPassword, headersOf, type SignInOrigin } from './auth.ts';

/** A user that belongs to no workspace yet. */
interface NewUser {
  readonly id: string;
  readonly email: string;
}

/** Address and password of a new account. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates a user and gives it a place in a workspace, both or neither.
 * @param origin null for a user whose session nobody gets
 * @param place gives the place; the user is deleted when it throws
 * @returns what `place` returns, and the cookies of the session
 * @throws AppError email_taken, invalid_request
 */
export async function createUser<Place>(
  { db, auth }: { db: Database; auth: Auth },
  { email, password }: Credentials,
  { origin, place }: { origin: SignInOrigin | null; place: (user: NewUser) => Promise<Place> },
): Promise<{ placed: Place; cookies: readonly string[] }> {
  checkNewPassword(password, 'password');
  const headers = origin && { headers: headersOf(origin) };
  const answer = await auth.hashing(({ api }) =>
    api.signUpEmail({ body: { email, password, name: email }, ...headers, asResponse: true }),
  );
  if (!answer.ok) {
    if (await isEmailTaken(db, email)) {
      const message = 'There is an account with this e-mail address already; sign in instead, or use another address';
      throw new AppError('email_taken', message);
    }
    throw new AppError('invalid_request', 'email or password: the account could not be created with these values');
  }
  const { user } = (await answer.json()) as { user: NewUser };
  try {
    return { placed: await place(user), cookies: answer.headers.getSetCookie() };
  } catch (error) {
    // A user without a workspace could do nothing, not even sign up again.
    await deleteUser(db, user.id);
    throw error;
  }
}
