import { Center, Loader, VisuallyHidden } from '@mantine/core';

/** Placeholder for a page that loads. It is as high as a screen, so that nothing jumps. */
export function Waiting() {
  return (
    <Center mih="60vh" role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>Loading…</VisuallyHidden>
    </Center>
  );
}
