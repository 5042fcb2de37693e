import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface LinkProps {
  href: string;
  children: ReactNode;
}

/** A link to a page of this app, within a sentence. */
export function InlineLink(props: LinkProps & { 'aria-label'?: string }) {
  return <Anchor component={Link} inherit underline="always" {...props} />;
}

/** A link to a page of this app, on a separate line or next to a button. */
export function SmallLink(props: LinkProps) {
  return <Anchor component={Link} size="sm" {...props} />;
}

/** A link to a page of this app, in the size of a text. */
export function PageLink(props: LinkProps) {
  return <Anchor component={Link} {...props} />;
}

/** A link to a page of this app that looks like a button. */
export function LinkButton(props: LinkProps) {
  return <Button component={Link} {...props} />;
}

/** A link to a page of a network. */
export function NewTabLink(props: LinkProps) {
  return <Anchor target="_blank" rel="noopener" size="sm" {...props} />;
}
