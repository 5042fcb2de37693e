// Runs in a thread of its own: a picture that breaks the library's memory or patience does not touch the server's.
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { type FitOrder, type FitResult, fitPicture } from './fit-picture.ts';

/** Answer of the worker to an order. */
export type FitAnswer = { readonly result: FitResult | null } | { readonly error: string };

// The library reads far more formats than networks take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`) });
// One picture follows another here, and none twice.
sharp.cache(false);
sharp.concurrency(1);

parentPort?.on('message', (order: FitOrder) => {
  void fitPicture(order).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});

function answer(message: FitAnswer): void {
  parentPort?.postMessage(message);
}
