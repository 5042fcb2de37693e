// Runs in a process of its own: a picture that breaks the library, or its memory or patience, does not touch the server's.
import type { FitOrder, FitResult } from './fit-picture.ts';

/** Answer of the process to an order. */
export type FitAnswer = { readonly result: FitResult | null } | { readonly error: string };

// Sent to the whole group, for example by Ctrl-C. This process ends with the server's channel.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

process.on('message', (order: FitOrder) => {
  // Loaded here, so that a library that cannot be loaded is an answer, too.
  void import('./fit-picture.ts')
    .then(({ fitPicture }) => fitPicture(order))
    .then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
});

function answer(message: FitAnswer): void {
  process.send?.(message);
}
