import { Button, Text } from '@mantine/core';
import { Component, type ComponentType, type ReactNode } from 'react';

interface BrokenPageBoundaryProps {
  /** Frame of the pages inside this boundary. */
  frame: ComponentType<{ heading: string; children: ReactNode }>;
  children: ReactNode;
}

/** Explains what to do when a page's code does not load or fails, where React would leave the screen blank. */
export class BrokenPageBoundary extends Component<BrokenPageBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { frame: Frame, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <Frame heading="This page cannot be shown">
        <Text role="alert" maw="60ch">
          The server does not answer, it was updated meanwhile, or something on the page failed. A post that you were
          writing is kept. If you had just sent one, look at your posts for the result.
        </Text>
        <div>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </div>
      </Frame>
    );
  }
}
